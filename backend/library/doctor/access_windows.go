package doctor

// mayChange leaves it to the first start to find out: rights are lists here, which have no short answer.
func mayChange(string) error { return nil }
