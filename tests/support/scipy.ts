import * as v from 'valibot'
import { SCIPY } from '#tests/support/script-tools.ts'

const Figures = v.array(v.array(v.nullable(v.number())))

/**
 * Runs a Python expression over a list of cases, `case` being one; the result is a list of numbers for each, null for
 * NaN and infinity. `definitions` come before it.
 */
export function figuresOfScipy(expression: string, cases: readonly unknown[], definitions = ''): (number | null)[][] {
  const script = `
import json, math, sys, warnings
import numpy as np
from scipy import stats
warnings.simplefilter('ignore')
def clean(x):
    x = float(x)
    return x if math.isfinite(x) else None
${definitions}
print(json.dumps([[clean(x) for x in (${expression})] for case in json.load(sys.stdin)]))`
  return v.parse(Figures, JSON.parse(SCIPY?.run('.', script, JSON.stringify(cases)) ?? '[]'))
}
