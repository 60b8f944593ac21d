// Reference evaluator: scores written in plain JavaScript, to compare the formulas' meaning by hand.

/** A row of a downloaded file. */
export type Row = Readonly<Record<string, string>>
export function numberIn(row: Row, name: string): number | null {
  return row[name] ? Number(row[name]) : null
}

/** Scores on the small study with the same numbers in plain JavaScript, of the sources as they are downloaded. */
export const SMALL_STUDY_SCORES: readonly { name: string; formula: string; scoreOf: (row: Row) => number | null }[] = [
  {
    name: 'ILLNESS',
    formula: 'AGE - AGE_AT_ONSET',
    scoreOf: (row) => {
      const [age, onset] = [numberIn(row, 'AGE'), numberIn(row, 'AGE_AT_ONSET')]
      return age === null || onset === null ? null : age - onset
    },
  },
  {
    name: 'PRORATED',
    formula: 'SUM(AGE, MOOD_SCORE; at least 1)',
    scoreOf: (row) => {
      const known = ['AGE', 'MOOD_SCORE'].map((name) => numberIn(row, name)).filter((item) => item !== null)
      return known.length === 0 ? null : (known.reduce((sum, item) => sum + item, 0) * 2) / known.length
    },
  },
  {
    name: 'ITEMS',
    formula: '10 * COUNT(MARITAL, MOOD_LOW = 1; at least 50%)',
    scoreOf: (row) => {
      const known = ['MARITAL', 'MOOD_LOW'].flatMap((name) => row[name] || [])
      return known.length === 0 ? null : 10 * known.filter((code) => code === '1').length
    },
  },
  {
    name: 'SMOKES',
    formula: "IF(SMOKER = '1', AGE, -AGE)",
    scoreOf: (row) => {
      const age = numberIn(row, 'AGE')
      return age === null ? null : row['SMOKER'] === '1' ? age : -age
    },
  },
  {
    name: 'SEEN_AT',
    formula: 'YEARS(BIRTH, SEEN)',
    scoreOf: ({ BIRTH = '', SEEN = '' }) => {
      if (BIRTH === '' || BIRTH.includes('U') || SEEN === '') return null
      return Number(SEEN.slice(0, 4)) - Number(BIRTH.slice(0, 4)) - Number(SEEN.slice(5) < BIRTH.slice(5))
    },
  },
]
