import * as fc from 'fast-check'

// A run that fails tells of the change that it is for: what is made up is the same each time, and other where FUZZ_RUNS
// asks for more of it.
if (process.env['FUZZ_RUNS'] === undefined) fc.configureGlobal({ seed: 20_240_101 })
