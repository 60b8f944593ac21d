/** Words that users type for the same thing. Synonyms of questions belong to the back end's search. */
const GROUPS: readonly (readonly string[])[] = [
  ['open', 'show', 'view', 'display', 'see'],
  ['rename', 'edit', 'change', 'modify', 'update'],
  ['delete', 'remove', 'erase', 'discard'],
  ['new', 'create', 'add', 'make', 'build'],
  ['theme', 'appearance', 'dark', 'light', 'colour', 'color'],
  ['histogram', 'distribution', 'chart', 'plot', 'graph'],
  ['venn', 'overlap', 'upset', 'intersection'],
  ['help', 'guide', 'manual', 'handbook', 'documentation', 'tutorial'],
  ['cohort', 'sample', 'group', 'population'],
  ['subset', 'filter', 'select'],
  ['compound', 'union', 'combine', 'merge', 'join'],
  ['downcode', 'recode', 'categorise', 'categorize', 'bin'],
  ['pedigree', 'family', 'families', 'relatives'],
  ['download', 'export', 'csv', 'save'],
  ['import', 'upload', 'load'],
  ['shortcut', 'key', 'keyboard', 'hotkey'],
  ['pane', 'split', 'window', 'tab'],
  ['logout', 'quit', 'exit', 'leave'],
  ['password', 'account', 'profile'],
  ['catalog', 'search', 'browse', 'find'],
  ['variable', 'question', 'item', 'column', 'measure'],
]

/** Shorter prefixes have too many synonyms. */
const LETTERS_MIN = 3

/** A query word with the members of the groups that it begins a member of. */
export function withSynonyms(word: string): readonly string[] {
  const groups = word.length < LETTERS_MIN ? [] : GROUPS.filter((group) => group.some((one) => one.startsWith(word)))
  return [...new Set([word, ...groups.flat()])]
}
