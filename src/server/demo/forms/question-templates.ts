import { asking } from '#server/demo/forms/section.ts'

/** Question templates by respondent and period. Each fits all symptoms of a list. */
export const IN_LIFE = asking('EVER')`
yes | Have there been times when you would {base}?
yes | Did you ever {base}?
yes | Has {ing} ever been a problem for you?
scale certain | At any time in your life, did you {base}?
yes | Can you think of a time when you would {base}?
scale often | Over your life as a whole, how often did you {base}?
yes | Was there ever a month in which you would {base}?
`

export const AT_WORST = asking('WORST')`
yes | {worst}, did you {base}?
scale trouble | How much trouble did {ing} give you {worst}?
yes | Was {ing} part of it {worst}?
scale often | {worst}, how often did you {base}?
scale severity | Rate {noun} as the person recalls it, {worst}.
yes | Did you {base} at that time, or did others say so?
scale change | Compared with your usual self, did you {base} {worst}?
`

export const FIRST_EPISODE = asking('FIRST')`
yes | In the very first episode, did you {base}?
yes | Going back to the beginning: would you {base} even then?
scale certain | Was {ing} among the first signs?
yes | The first time you fell ill, did anyone mention {noun}?
scale severity | Rate {noun} in the first episode.
`

export const LATEST_EPISODE = asking('LATEST')`
yes | The last time you were ill, did you {base}?
scale often | In the latest episode, how often did you {base}?
yes | Did {ing} come back with the latest episode?
scale trouble | In the latest episode, how hard was {ing} to bear?
scale severity | Rate {noun} in the latest episode.
yes | Thinking of this last time only, would you {base}?
`

export const TWO_WEEKS = asking('FORTNIGHT')`
scale days | Over the last two weeks, how often were you bothered by {ing}?
scale trouble | How much did {ing} trouble you in the past fortnight?
scale often | In these two weeks, how often did you notice {ing}?
scale days | On how many of the past fourteen days was there any {noun}? Choose the nearest answer.
scale severity | Mark how strong it has been these two weeks: {noun}.
`

export const THIS_MONTH = asking('MONTH')`
scale often | During the past month, how often did {ing} bother you?
scale trouble | How much did {ing} get in your way this month?
yes | Has {ing} been a problem since this time last month?
scale days | In the past four weeks, how much of the time was there {noun}?
scale severity | Mark the strength of {noun} over the past four weeks.
`

export const PARENT_NOW = asking('NOW', true)`
scale true | Would you say that {ing} is typical of your child at present?
scale often | How often, these days, is {ing} something you see in your child?
yes | In the past six months, did {ing} cause trouble at home or at school?
scale trouble | How much strain has {ing} put on the family this year?
yes | Has a teacher or another carer spoken to you about {ing}?
`

export const PARENT_THEN = asking('PAST', true)`
yes | Did your child ever {base}?
yes | Before starting school, would your child {base}?
scale often | {worst}, how often did your child {base}?
scale certain | Looking back, was there a time when your child would {base}?
yes | Do you remember your child at three or four: would they {base}?
`

export const OF_RELATIVE = asking('KIN', true)`
yes | As far as you know, did your relative ever {base}?
scale certain | Did others in the family say that your relative would {base}?
yes | Were there times when your relative would {base}?
scale known | How well can you tell whether your relative used to {base}?
yes | Do you remember your relative saying or showing that they would {base}?
scale certain | Was {ing} something your relative was known for?
`

export const RATED = asking('RATED')`
scale rating | Rate {noun} over the past week, from what was said and seen.
scale rating | Judge {noun} against others of the same age and schooling.
scale rating | Taking all sources together, how marked is {noun}?
scale rating | Enter the rating for {noun}; leave out what drugs or tiredness explain.
scale rating | How far does {noun} get in the way of daily life at present?
`

export const BY_CLINICIAN = asking('JUDGED')`
scale certain | Considering records and interview, was there {noun} at any time?
scale certain | Is there good evidence of {noun} in the worst episode?
scale certain | Do the sources agree on {noun}?
scale certain | Decide whether {noun} counts towards the diagnosis.
`

export const SEEN = asking('SEEN')`
scale sign | Note whether {noun} showed during the interview.
scale sign | Did you observe {noun} yourself at any point of the visit?
scale sign | Mark {noun} as seen, not as told.
`
