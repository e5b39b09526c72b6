package template

import (
	"bytes"
	"context"
	"time"
)

// Sample is a template that is added to a new library.
type Sample struct {
	Name, Filename string
	Content        []byte
	// Params are parameters that are stored with the template under the name ParamsName; nil for none.
	Params     []byte
	ParamsName string
}

// AddSamples adds samples to a library without templates. It does so only once, so that samples that were deleted are
// not added again. In lists, the samples have the order of the argument.
func (s *Service) AddSamples(ctx context.Context, samples []Sample) error {
	wanted, err := s.Store.ClaimSamples(ctx, time.Now())
	if err != nil || !wanted {
		return err
	}
	for i := len(samples) - 1; i >= 0; i-- {
		if err := s.addSample(ctx, &samples[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) addSample(ctx context.Context, sample *Sample) error {
	v, err := s.Receive(ctx, sample.Filename, bytes.NewReader(sample.Content))
	if err != nil {
		return err
	}
	t, err := s.Create(ctx, sample.Name, v)
	if err == nil && sample.Params != nil {
		_, err = s.SaveData(ctx, t.ID, sample.ParamsName, sample.Params)
	}
	return err
}
