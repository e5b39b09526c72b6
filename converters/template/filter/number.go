package filter

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/currency"

	"lectern/converters/template/expression"
)

// numberFilters returns the filters for numbers and for texts that contain a number.
func numberFilters() expression.Filters {
	return expression.Filters{
		"number":   numberFilter(plain),
		"percent":  numberFilter(percent),
		"currency": numberFilter(amount),
		"toFixed":  numberFilter(fixed),
		"round":    numberFilter(rounded),
		"ceil":     numberFilter(roundingFilter(math.Ceil)),
		"floor":    numberFilter(roundingFilter(math.Floor)),
		"abs": numberFilter(func(_ *expression.Environment, value float64, _ arguments) (any, error) {
			return math.Abs(value), nil
		}),
	}
}

func numberFilter(do func(env *expression.Environment, value float64, args arguments) (any, error)) expression.Filter {
	return skipMissing(expression.Numeric, func(env *expression.Environment, in any, args arguments) (any, error) {
		const written = 64 // approximate size of the result, in bytes
		if err := env.ChargeBytes(written); err != nil {
			return nil, err
		}
		value, err := numberOf(in)
		if err != nil {
			return nil, err
		}
		return do(env, value, args)
	})
}

// setDecimals sets the number of decimals of a layout. A single argument is the exact number. Of two arguments, the
// first is the minimum and the second is the maximum.
func (l *layout) setDecimals(args arguments) (err error) {
	if args.get(0) == nil {
		return nil
	}
	if l.minFraction, err = args.wholeNumber(0, l.minFraction, 0, maxDecimals); err != nil {
		return err
	}
	l.maxFraction, err = args.wholeNumber(1, l.minFraction, l.minFraction, maxDecimals)
	return err
}

func plain(env *expression.Environment, value float64, args arguments) (any, error) {
	l := localeOf(env)
	s := l.system()
	format := l.layout(s.Plain, "")
	err := format.setDecimals(args)
	return l.formatNumber(value, format, s.Decimal, s.Group), err
}

func percent(env *expression.Environment, value float64, args arguments) (any, error) {
	l := localeOf(env)
	s := l.system()
	format := l.layout(s.Percents, "")
	err := format.setDecimals(args)
	return l.formatNumber(multiplyBy100(value), format, s.Decimal, s.Group), err
}

// multiplyBy100 multiplies a number by 100. It moves the decimal point of the shortest decimal representation, so that
// 0.285 becomes 28.5 rather than 28.499999999999996.
func multiplyBy100(value float64) float64 {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, 64), "e")
	power, err := strconv.Atoi(exponent)
	if err != nil {
		return value // the number is infinite
	}
	hundred, _ := strconv.ParseFloat(digits+"e"+strconv.Itoa(power+2), 64)
	return hundred
}

// amount formats an amount of money. The first argument is the ISO 4217 code of the currency; by default it is the
// currency of the locale's region. The other arguments are the number of decimals, as in [layout.setDecimals].
func amount(env *expression.Environment, value float64, args arguments) (any, error) {
	l := localeOf(env)
	unit, err := currencyOf(env, args)
	if err != nil {
		return nil, err
	}
	symbol := unit.String()
	if sign, ok := l.Symbols[symbol]; ok {
		symbol = sign
	}
	format := l.moneyLayout(symbol)
	format.minFraction, _ = currency.Standard.Rounding(unit)
	format.maxFraction = format.minFraction
	err = format.setDecimals(args[min(1, len(args)):])
	s := l.system()
	return l.formatNumber(value, format, s.MoneyDecimal, s.MoneyGroup), err
}

func currencyOf(env *expression.Environment, args arguments) (currency.Unit, error) {
	code, err := args.text(env, 0, "")
	if err != nil {
		return currency.Unit{}, err
	}
	if code == "" {
		unit, _ := currency.FromTag(env.Locale)
		return unit, nil
	}
	unit, err := currency.ParseISO(code)
	if err != nil {
		return unit, newError(codeCurrency, code)
	}
	return unit, nil
}

// fixed formats a number like JavaScript's toFixed method. The locale has no effect.
func fixed(_ *expression.Environment, value float64, args arguments) (any, error) {
	decimals, err := args.wholeNumber(0, 0, 0, maxDecimals)
	return expression.Fixed(value, decimals), err
}

// rounded rounds a number to a number of decimals. A negative number of decimals rounds to tens, hundreds and so on.
func rounded(_ *expression.Environment, value float64, args arguments) (any, error) {
	decimals, err := args.wholeNumber(0, 0, -maxDecimals, maxDecimals)
	if err != nil || math.IsInf(value, 0) {
		return value, err
	}
	if decimals < 0 {
		scale := math.Pow10(-decimals)
		return math.Round(value/scale) * scale, nil
	}
	result, err := strconv.ParseFloat(roundedDigits(value, decimals), 64)
	if value < 0 {
		result = 0 - result
	}
	return result, err
}

// roundingFilter returns a filter that rounds up or down to a number of decimals.
func roundingFilter(step func(float64) float64) func(*expression.Environment, float64, arguments) (any, error) {
	return func(_ *expression.Environment, value float64, args arguments) (any, error) {
		decimals, err := args.wholeNumber(0, 0, 0, maxDecimals)
		if err != nil {
			return nil, err
		}
		if decimalsOf(value) <= decimals { // needs no rounding; 1.1 * 100 is more than 110 and would be rounded up
			return value, nil
		}
		scale := math.Pow10(decimals)
		return step(value*scale) / scale, nil
	}
}
