import { execFileSync, spawnSync } from 'node:child_process'
import * as v from 'valibot'

const program = process.env['PYTHON'] ?? 'python3'

/** Whether Python with SciPy is installed. */
export const HAS_SCIPY = spawnSync(program, ['-c', 'import scipy']).status === 0

const Figures = v.array(v.array(v.nullable(v.number())))

/** Runs a Python expression over a list of cases, `case` being one; the result is a list of numbers for each. */
export function figuresOfScipy(expression: string, cases: readonly unknown[]): (number | null)[][] {
  const script = `
import json, math, sys, warnings
import numpy as np
from scipy import stats
warnings.simplefilter('ignore')
def clean(x):
    x = float(x)
    return x if math.isfinite(x) else None
print(json.dumps([[clean(x) for x in (${expression})] for case in json.load(sys.stdin)]))`
  const output = execFileSync(program, ['-c', script], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return v.parse(Figures, JSON.parse(output))
}
