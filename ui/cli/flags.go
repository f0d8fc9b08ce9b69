package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError puts what is wrong with a flag into words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var wrong *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("%w; %s --help shows what there is", err, cmd.CommandPath())
	case errors.As(err, &wrong):
		return fmt.Errorf("--%s %q: give %s", wrong.GetFlag().Name, wrong.GetValue(), wanted(wrong.GetFlag()))
	case errors.As(err, &bare):
		_, usage := pflag.UnquoteUsage(bare.GetFlag())
		return fmt.Errorf("--%s needs a value: %s", bare.GetFlag().Name, usage)
	}
	return err
}

// wanted says what values a flag takes that not every text is a value of.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "duration":
		return "a duration, such as 30s"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false, or leave the value out"
	}
	return f.Value.Type()
}
