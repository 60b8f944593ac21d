import type { Study } from '#tests/support/study.ts'

/** The answers in the first, second and third version: n is a record without an answer, a space no record. */
const ANSWERS_BY_VERSION = ['1  ', '0n ', '01 ', '1n0', '  n', 'nn ', '   ', ' 10', '00 ', ' n1', '1 n', '0 1']

export function versionsStudy(dataType: string): Study {
  const participants = ANSWERS_BY_VERSION.map((_, nth) => ({
    id: `P${100 + nth}`,
    family: null,
    collection: nth < 8 ? 'bp' : 'sz',
    study: '1',
  }))
  const forms = [0, 1, 2].map((place) => ({
    instrument: 'MANIA',
    version: String(place + 1),
    variables: [
      {
        name: `V${place}`,
        dataType,
        question: 'How high was your mood?',
        ...(dataType === 'categorical' && { possibleValues: ['0', '1'], meanings: { '1': `yes in ${place}` } }),
      },
      { name: `T${place}`, dataType: 'text' },
    ],
    records: Object.fromEntries(
      ANSWERS_BY_VERSION.flatMap((answers, nth) => {
        const answer = answers.charAt(place)
        return answer === ' ' ? [] : [[`P${100 + nth}`, answer === 'n' ? {} : { [`V${place}`]: answer }] as const]
      }),
    ),
  }))
  return { participants, forms }
}

/** The newest answer of each individual; null for none, undefined without a record. */
export function newestAnswers(isNewestRecord: boolean): (string | null | undefined)[] {
  return ANSWERS_BY_VERSION.map((answers) => {
    const records = [2, 1, 0].map((place) => answers.charAt(place)).filter((answer) => answer !== ' ')
    if (records.length === 0) return undefined
    const newest = isNewestRecord ? records[0] : records.find((answer) => answer !== 'n')
    return newest === undefined || newest === 'n' ? null : newest
  })
}
