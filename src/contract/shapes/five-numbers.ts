import * as v from 'valibot'

/** Minimum, lower quartile, median, upper quartile and maximum; quartiles of type 7. */
export const FiveNumbers = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number()])
