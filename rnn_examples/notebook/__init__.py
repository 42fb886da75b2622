"""The examples in a notebook: functions of Python values, and results that show themselves."""
