package template

import (
	"bytes"
	"context"
	"time"
)

// Sample is a template that new libraries have.
type Sample struct {
	Name, Filename string
	Content        []byte
	// Params are stored with it under a name; nil for none.
	Params     []byte
	ParamsName string
}

// AddSamples adds samples to a library that has no templates and was never given samples, so deleted ones do not come
// back. The last sample is the last one in lists.
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
