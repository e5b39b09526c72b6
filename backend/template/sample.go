package template

import (
	"bytes"
	"context"
	"slices"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/samples"
)

// AddSamples adds all samples to a library without templates. It does so only once, so that samples that were deleted
// are not added again. In lists, the samples have the order of [Config.Samples].
func (s *Service) AddSamples(ctx context.Context) error {
	wanted, err := s.store.ClaimSamples(ctx, time.Now())
	if err != nil || !wanted {
		return err
	}
	for _, sample := range slices.Backward(s.samples) {
		if _, err := s.addSample(ctx, &sample); err != nil {
			return err
		}
	}
	return nil
}

// AddSample stores a sample as a template. It returns a fault of kind NotFound if there is no such sample, and of kind
// Conflict if a template already has its name.
func (s *Service) AddSample(ctx context.Context, id string) (Template, error) {
	i := slices.IndexFunc(s.samples, func(sample samples.Template) bool { return sample.ID == id })
	if i < 0 {
		return Template{}, fault.New(fault.NotFound, "There is no sample template %q.", id)
	}
	return s.addSample(ctx, &s.samples[i])
}

func (s *Service) addSample(ctx context.Context, sample *samples.Template) (Template, error) {
	v, err := s.Receive(ctx, sample.Filename, bytes.NewReader(sample.Content))
	if err != nil {
		return Template{}, err
	}
	t, err := s.Create(ctx, sample.Name, v)
	if err == nil && sample.Params != nil {
		_, err = s.SaveData(ctx, t.ID, sample.ParamsName, sample.Params)
	}
	return t, err
}
