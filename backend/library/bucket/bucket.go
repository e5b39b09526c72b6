// Package bucket opens the bucket with the content of a library that several servers share. It is the only package that
// uses S3.
package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/retry"
	"lectern/backend/internal/sealedurl"
)

// parse parses the address of a bucket, such as s3://bucket?region=….
func parse(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil || u.Path != "" {
		return nil, errors.New("the address of a bucket must be s3://bucket?region=…, with endpoint=https://… and " +
			"use_path_style=true for stores other than Amazon's")
	}
	endpoint := u.Query().Get("endpoint")
	if to, err := url.Parse(endpoint); endpoint != "" && (err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" ||
		to.User != nil || to.RawQuery != "") {
		return nil, fmt.Errorf("the endpoint of a bucket must be an address such as https://s3.example.com, without a user and "+
			"parameters, but is %q",
			sealedurl.Redact(endpoint))
	}
	return u, nil
}

// Validate returns an error if an address is not a valid address of a bucket. It makes no request.
func Validate(address string) error {
	u, err := parse(address)
	if err != nil {
		return err
	}
	opened, _, _, err := openURL(context.Background(), u)
	if err != nil {
		return err
	}
	return opened.Close()
}

// openURL parses the address of a bucket, and returns the bucket, its client and its options. It makes no request.
func openURL(ctx context.Context, u *url.URL) (*blob.Bucket, *s3.Client, *s3blob.Options, error) {
	var opener s3blob.URLOpener
	opened, err := opener.OpenBucketURL(ctx, u)
	if err != nil {
		// The error must not contain the address, which may contain a secret.
		return nil, nil, nil, fmt.Errorf("the address of the bucket: %w", cmp.Or(errors.Unwrap(err), err))
	}
	var client *s3.Client
	opened.As(&client) // always succeeds, because the bucket is an S3 bucket
	if err := checkStyle(u, client.Options()); err != nil {
		return nil, nil, nil, errors.Join(err, opened.Close())
	}
	return opened, client, &opener.Options, nil
}

// checkStyle returns an error if a client would put the name of the bucket before the IP address of the store. The
// client would look for a host such as bucket.127.0.0.1, and [Open] would wait until a name server responds.
func checkStyle(u *url.URL, options s3.Options) error {
	endpoint, err := url.Parse(u.Query().Get("endpoint"))
	if err != nil || options.UsePathStyle || net.ParseIP(endpoint.Hostname()) == nil {
		return err
	}
	return fmt.Errorf("add use_path_style=true to the address of the bucket: its endpoint is the IP address %s, which cannot "+
		"begin with the name of the bucket", endpoint.Hostname())
}

// Open opens the bucket at an address of the form s3://bucket?endpoint=…&region=…&use_path_style=true
// (https://pkg.go.dev/gocloud.dev/blob/s3blob#URLOpener). It uses the credentials from the standard AWS configuration.
// The argument line opens all connections. While the bucket cannot be reached, Open waits, and logs the reason. A
// permanent error is returned at once.
func Open(ctx context.Context, address string, line *dial.Line, log *slog.Logger) (*blob.Bucket, error) {
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	bucket, client, err := connect(ctx, u, line)
	if err != nil {
		return nil, err
	}
	if err := wait(ctx, client, u, log); err != nil {
		return nil, errors.Join(err, bucket.Close())
	}
	return bucket, nil
}

// connect returns the bucket at an address. It makes no request.
func connect(ctx context.Context, u *url.URL, line *dial.Line) (*blob.Bucket, *s3.Client, error) {
	opened, client, options, err := openURL(ctx, u)
	if err != nil {
		return nil, nil, err
	}
	credentials, err := findCredentials(ctx, u, client)
	if err != nil {
		return nil, nil, errors.Join(err, opened.Close())
	}
	client = s3.New(client.Options(), tune, func(o *s3.Options) { o.Credentials, o.HTTPClient = credentials, newClient(line) })
	bucket, err := s3blob.OpenBucket(ctx, client, u.Host, options)
	return bucket, client, errors.Join(err, opened.Close())
}

// findCredentials finds the credentials of the standard configuration of AWS. It does this in the same way as
// blob.OpenBucket, but without the warnings that blob.OpenBucket writes to standard error. All other parameters of the
// address are left to blob.OpenBucket.
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

// responseTimeout is how long the bucket may take to begin its response.
const responseTimeout = 20 * time.Second

// tune sets timeouts and retries so that requests fail soon when the bucket does not respond.
func tune(o *s3.Options) {
	o.Logger = logging.Nop{} // everything that matters is returned as an error
	// The checksums of S3 are not checked, because the content store compares the hash of all content anyway. The
	// content store reports a difference as damaged content. An error of the S3 client would look like an unavailable
	// bucket instead.
	o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	o.Retryer = awsretry.NewStandard(func(r *awsretry.StandardOptions) {
		r.MaxAttempts, r.MaxBackoff, r.RateLimiter = 3, time.Second/2, ratelimit.None
	})
}

func newClient(line *dial.Line) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
		t.DialContext = line.Connect
		t.ResponseHeaderTimeout = responseTimeout
		t.MaxIdleConnsPerHost = 64
	})
}

// retryInterval is the pause before another attempt to reach the bucket.
const retryInterval = time.Second

// wait waits until the bucket responds. It returns a permanent error at once.
func wait(ctx context.Context, client *s3.Client, u *url.URL, log *slog.Logger) error {
	if err := checkCredentials(ctx, client); err != nil {
		return err
	}
	var lasting error
	logged := false
	err := retry.Do(ctx, retryInterval, func() error { return requestList(ctx, client, u.Host) }, func(err error) bool {
		if lasting = describeRefusal(err, u.Host); lasting == nil && !logged {
			logged = true
			log.WarnContext(ctx, "waiting for the bucket "+u.Host, slog.String("endpoint", u.Query().Get("endpoint")),
				slog.Any("error", err))
		}
		return lasting == nil
	})
	if err != nil {
		return cmp.Or(lasting, ctx.Err())
	}
	return nil
}

func checkCredentials(ctx context.Context, client *s3.Client) error {
	if _, err := client.Options().Credentials.Retrieve(ctx); err != nil {
		return errors.New("there are no credentials for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or set " +
			"AWS_PROFILE to a profile in ~/.aws/config")
	}
	return nil
}

// requestList requests a list of objects from the bucket.
func requestList(ctx context.Context, client *s3.Client, bucket string) error {
	_, err := client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: aws.String(bucket), MaxKeys: aws.Int32(1)})
	return err
}
