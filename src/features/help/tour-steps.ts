import type { CommandId } from '#commands/signatures.ts'

/** One step, and its command. */
export interface TourStep {
  readonly title: string
  readonly words: string
  readonly command: Extract<
    CommandId,
    | 'palette.open'
    | 'variables.search'
    | 'cohort.new-subset'
    | 'variable-set.new'
    | 'download.new'
    | 'pane.split'
    | 'cheat-sheet.open'
  >
}

/** From the catalog to a download, then the shortcuts. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Everything is a command.',
    words: 'A few letters find any page, action, variable or cohort; each row shows its keys.',
    command: 'palette.open',
  },
  {
    title: 'Questions are in the catalog.',
    words: 'Search their words, narrow by form or type, and open one to see how it was answered.',
    command: 'variables.search',
  },
  {
    title: 'People are in cohorts.',
    words: 'Choose a variable and the answers you want: you see at once who matches, and who is unknown.',
    command: 'cohort.new-subset',
  },
  {
    title: 'Columns are in variable sets.',
    words: 'Choose the variables that your file shall have, in their order.',
    command: 'variable-set.new',
  },
  {
    title: 'A set for a cohort is a file.',
    words: 'Look at its first rows, then download it as CSV or as a bundle with its dictionary.',
    command: 'download.new',
  },
  {
    title: 'Panes show pages side by side.',
    words:
      'Split the pane, or open any link with Shift, to compare pages. A new pane begins with a search and your recent work.',
    command: 'pane.split',
  },
  {
    title: 'Every key is on one sheet.',
    words: 'Help at the top has it too, with the guide, the glossary, and this tour.',
    command: 'cheat-sheet.open',
  },
]
