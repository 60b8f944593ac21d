import * as fc from 'fast-check'

// A fixed seed: a failing run is caused by a change. FUZZ_RUNS uses random seeds.
if (process.env['FUZZ_RUNS'] === undefined) fc.configureGlobal({ seed: 20_240_101 })
