import { expect, test } from 'vitest'
import { partsOfName } from '#ui/middle-cut.tsx'

test.each([
  ['Low mood today', '', 'Low mood today'],
  ['Women with high mood', 'Women with ', 'high mood'],
  ['SLEEP_BADLY_RECODED_2', 'SLEEP_BADLY', '_RECODED_2'],
  ['Women with high mood who slept badly for weeks', 'Women with high mood who slept badly ', 'for weeks'],
  ['Families of women with a high mood, at least 2', 'Families of women with a high mood, ', 'at least 2'],
  ['Mood high ever: Yes and voices ever: Yes and other …', 'Mood high ever: Yes and voices ever: Yes and other …', ''],
  ['Mood high ever: Yes and any of (voices ever …)', 'Mood high ever: Yes and any of (voices ever …)', ''],
  ['LDI3_DISORGANISED_SPEECH_EVER_2', 'LDI3_DISORGANISED', '_SPEECH_EVER_2'],
])('cuts “%s” once, before a word', (text, begin, end) => {
  expect(partsOfName(text)).toEqual([begin, end])
})
