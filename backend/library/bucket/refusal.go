package bucket

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
)

// describeRefusal returns the error for a response that refuses access
// (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html), or nil if repeating the request may succeed.
func describeRefusal(err error, bucket string) error {
	if e, ok := errors.AsType[*net.DNSError](err); ok && e.IsNotFound {
		return describeUnknownHost(e.Name, bucket)
	}
	answer, ok := errors.AsType[*awshttp.ResponseError](err)
	if !ok {
		return nil
	}
	refusal, ok := errors.AsType[smithy.APIError](err)
	if !ok {
		refusal = &smithy.GenericAPIError{Message: "the response has no message"}
	}
	code, status := refusal.ErrorCode(), answer.HTTPStatusCode()
	switch {
	case slices.Contains([]string{"InvalidAccessKeyId", "SignatureDoesNotMatch", "XAdminUserNotFound"}, code),
		status == http.StatusUnauthorized:
		return errors.New("the store of the bucket rejects these credentials")
	case code == "NoSuchBucket", status == http.StatusNotFound:
		return fmt.Errorf("there is no bucket %q in the store: create it first", bucket)
	case status == http.StatusForbidden:
		return fmt.Errorf("the credentials do not permit access to the bucket %q", bucket)
	case status < http.StatusBadRequest, status == http.StatusRequestTimeout, status == http.StatusTooManyRequests,
		status >= http.StatusInternalServerError:
		return nil // repeating the request may succeed; the status is 0 if there was no response
	}
	return fmt.Errorf("the store rejects access to the bucket %q: %s", bucket, refusal.ErrorMessage())
}

// Refuses reports whether err means that this program may not use the bucket, or that the bucket does not exist.
func Refuses(err error) bool {
	_, answered := errors.AsType[*awshttp.ResponseError](err)
	return answered && describeRefusal(err, "") != nil
}

// describeUnknownHost returns the error for a host name that does not exist. If the host name begins with the name of
// the bucket, the error suggests path-style addresses.
func describeUnknownHost(host, bucket string) error {
	if strings.HasPrefix(host, bucket+".") {
		return fmt.Errorf("there is no host %q: add use_path_style=true to the address of the bucket if the store expects the "+
			"bucket in the path", host)
	}
	return fmt.Errorf("there is no host %q", host)
}
