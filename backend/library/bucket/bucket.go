// Package bucket opens the store of bytes that several servers share. It is the only package that
// knows of S3.
package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/sealedurl"
)

// parse reads the address of a bucket.
func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil || u.Path != "" {
		return nil, errors.New("an address of a bucket is s3://bucket?region=…, with endpoint=https://… and use_path_style=true for other stores than Amazon's")
	}
	endpoint := u.Query().Get("endpoint")
	if to, err := url.Parse(endpoint); endpoint != "" && (err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" || to.User != nil || to.RawQuery != "") {
		return nil, fmt.Errorf("the endpoint of a bucket is an address such as https://s3.example.com, without a user and parameters; it was %q", sealedurl.Redact(endpoint))
	}
	return u, nil
}

// Validate looks whether an address is one of a bucket, and reaches out to none.
func Validate(address string) error {
	u, err := parse(address)
	if err != nil {
		return err
	}
	opened, _, err := read(context.Background(), u)
	if err != nil {
		return err
	}
	return opened.Close()
}

// read reads what an address asks for; nothing is reached yet.
func read(ctx context.Context, u *url.URL) (*blob.Bucket, *s3blob.Options, error) {
	var opener s3blob.URLOpener
	opened, err := opener.OpenBucketURL(ctx, u)
	if err != nil {
		return nil, nil, fmt.Errorf("the address of the bucket: %w", cmp.Or(errors.Unwrap(err), err)) // without all of it
	}
	return opened, &opener.Options, nil
}

// Open opens the bucket at an address (s3://bucket?endpoint=…&region=…&use_path_style=true,
// https://pkg.go.dev/gocloud.dev/blob/s3blob#URLOpener), with the credentials of the standard
// configuration of AWS, over a line. While the store cannot be reached, it waits and says so; what
// waiting does not mend is an error.
func Open(ctx context.Context, address string, over *dial.Line, log *slog.Logger) (*blob.Bucket, error) {
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	bucket, client, err := connect(ctx, u, over)
	if err != nil {
		return nil, err
	}
	if err := wait(ctx, client, u, log); err != nil {
		return nil, errors.Join(err, bucket.Close())
	}
	return bucket, nil
}

// connect gives the bucket at an address; nothing is reached yet.
func connect(ctx context.Context, u *url.URL, over *dial.Line) (*blob.Bucket, *s3.Client, error) {
	opened, options, err := read(ctx, u)
	if err != nil {
		return nil, nil, err
	}
	var client *s3.Client
	opened.As(&client) // it is one of S3
	credentials, err := findCredentials(ctx, u, client)
	if err != nil {
		return nil, nil, errors.Join(err, opened.Close())
	}
	client = s3.New(client.Options(), tune, func(o *s3.Options) { o.Credentials, o.HTTPClient = credentials, newClient(over) })
	bucket, err := s3blob.OpenBucket(ctx, client, u.Host, options)
	return bucket, client, errors.Join(err, opened.Close())
}

// findCredentials finds those of the standard configuration of AWS as the opener of the address does, and writes
// no warnings of what it tried meanwhile to standard error. What else an address asks for is the opener's.
func findCredentials(ctx context.Context, u *url.URL, client *s3.Client) (aws.CredentialsProvider, error) {
	if u.Query().Has("role") || u.Query().Has("anonymous") {
		return client.Options().Credentials, nil
	}
	found, err := config.LoadDefaultConfig(ctx, config.WithLogger(logging.Nop{}), config.WithSharedConfigProfile(u.Query().Get("profile")))
	if err != nil {
		return nil, fmt.Errorf("the credentials for the bucket: %w", err)
	}
	return found.Credentials, nil
}

// silence is how long the store may leave a request unanswered.
const silence = 20 * time.Second

// tune has requests end where the store has gone, so that who waits is told.
func tune(o *s3.Options) {
	o.Logger = logging.Nop{} // what matters is an error
	// Content is compared with its own hash: an object that differs is damaged, not a store that cannot be reached.
	o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) {
		r.MaxAttempts, r.MaxBackoff, r.RateLimiter = 3, time.Second/2, ratelimit.None
	})
}

func newClient(over *dial.Line) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
		t.DialContext = over.Context
		t.ResponseHeaderTimeout = silence
		t.MaxIdleConnsPerHost = 64
	})
}

// retryInterval is how long to wait before another try to reach the store.
const retryInterval = time.Second

// wait waits until the store answers for the bucket.
func wait(ctx context.Context, client *s3.Client, u *url.URL, log *slog.Logger) error {
	if err := checkCredentials(ctx, client); err != nil {
		return err
	}
	for told := false; ; told = true {
		err := ask(ctx, client, u.Host)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if lasting := wordRefusal(err, u.Host); lasting != nil {
			return lasting
		}
		if !told {
			log.WarnContext(ctx, "waiting for the store of the bucket "+u.Host, slog.String("endpoint", u.Query().Get("endpoint")), slog.Any("error", err))
		}
		select {
		case <-time.After(retryInterval):
		case <-ctx.Done():
		}
	}
}

func checkCredentials(ctx context.Context, client *s3.Client) error {
	if _, err := client.Options().Credentials.Retrieve(ctx); err != nil {
		return errors.New("no credentials for the bucket are found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile of ~/.aws/config in AWS_PROFILE")
	}
	return nil
}

// ask asks the store for what a bucket has.
func ask(ctx context.Context, client *s3.Client, bucket string) error {
	_, err := client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: aws.String(bucket), MaxKeys: aws.Int32(1)})
	return err
}
