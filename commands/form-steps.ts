import { paneCommand } from '#commands/pane-command.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'form.add-rule': Nothing
    'form.paste-names': Nothing
    'form.as-text': Nothing
    'form.add-working-set': Nothing
    'form.cancel': Nothing
    'form.definition-as-json': Nothing
    'form.add-value': Nothing
    'form.value-per-answer': Nothing
    'form.yes-if-any': Nothing
    'form.count-beside-all': Nothing
    'form.swap-cohorts': Nothing
    'form.add-others': Nothing
    'form.choose-in-tree': Nothing
    'form.use-suggestion': Nothing
    'form.resume-draft': Nothing
    'form.count-outside-relatives': Nothing
    'form.hide-preview': Nothing
    'list.clear-filters': Nothing
    'list.compact': Nothing
    'list.order-bars': Nothing
  }
}

export const formStepCommands = {
  'form.add-rule': paneCommand('form.add-rule', {
    title: 'Add a rule, cohort, diagnosis, group or family',
    help: 'Opens a field at the end of a group of rules that finds variables and other kinds of rules.',
    seq: 'Shift+A',
    because: 'Available while you build a cohort by rules.',
  }),
  'form.paste-names': paneCommand('form.paste-names', {
    title: 'Paste names of variables',
    keywords: ['list', 'many'],
    help: 'Adds variables from a list of names.',
    because: 'Available while you edit a variable set.',
  }),
  'form.as-text': paneCommand('form.as-text', {
    title: 'As text',
    keywords: ['expression', 'rules', 'copy', 'paste'],
    help: 'Shows the rules as text, to be read, changed, copied or replaced.',
    seq: 'Alt+T',
    because: 'Available while you build a cohort by rules.',
  }),
  'form.add-working-set': paneCommand('form.add-working-set', {
    title: 'Add the working set to this set',
    keywords: ['basket'],
    help: 'Adds the variables of the working set to the variable set in this pane.',
    because: 'Available while you edit a variable set, if the working set has other variables.',
  }),
  'form.cancel': paneCommand('form.cancel', {
    title: 'Cancel editing',
    keywords: ['close', 'discard'],
    help: 'Leaves the form without saving.',
    because: 'Available while a form is open.',
  }),
  'form.definition-as-json': paneCommand('form.definition-as-json', {
    title: 'Definition as JSON…',
    keywords: ['text', 'copy', 'paste'],
    help: 'Shows the definition as JSON, to be copied or replaced.',
    because: 'Available while you edit a custom variable.',
  }),
  'form.add-value': paneCommand('form.add-value', {
    title: 'Add a value',
    keywords: ['new', 'category'],
    help: 'Adds a value to the custom variable.',
    because: 'Available while you edit a custom variable.',
  }),
  'form.value-per-answer': paneCommand('form.value-per-answer', {
    title: 'Start with a value for each answer',
    keywords: ['downcode', 'codes', 'all'],
    help: 'Creates a value for each answer of the variable.',
    because: 'Available while you downcode a variable with up to 100 answers.',
  }),
  'form.yes-if-any': paneCommand('form.yes-if-any', {
    title: 'Yes if any source is Yes',
    keywords: ['or', 'any', 'many', 'combine'],
    help: 'Creates the values yes, if any source is Yes, and no, if all are No.',
    because: 'Available while you combine many variables that each have an answer Yes.',
  }),
  'form.count-beside-all': paneCommand('form.count-beside-all', {
    title: 'Compare with All Individuals',
    keywords: ['compare', 'cohort', 'answers'],
    help: 'Counts the answers of the variable in All Individuals too.',
    because: 'Available where answers are counted in a cohort.',
  }),
  'form.swap-cohorts': paneCommand('form.swap-cohorts', {
    title: 'Swap the two cohorts',
    keywords: ['order'],
    help: 'Makes the second cohort the first.',
    because: 'Available if two cohorts are chosen.',
  }),
  'form.add-others': paneCommand('form.add-others', {
    title: 'Add everyone else',
    keywords: ['complement'],
    help: 'Adds the cohort of all who are not in the chosen one; saves it if there is none.',
    because: 'Available in a Table 1 of one cohort.',
  }),
  'form.choose-in-tree': paneCommand('form.choose-in-tree', {
    title: 'Choose the second cohort in the tree',
    keywords: ['browse'],
    help: 'Shows all cohorts as a tree.',
    because: 'Available while you edit a compound set.',
  }),
  'form.resume-draft': paneCommand('form.resume-draft', {
    title: 'Resume draft',
    keywords: ['unsaved'],
    help: 'Continues the last unsaved draft.',
    because: 'This page has no unsaved draft.',
  }),
  'form.use-suggestion': paneCommand('form.use-suggestion', {
    title: 'Use the suggested name',
    keywords: ['propose'],
    help: 'Uses the name suggested by the definition.',
    because: 'Available if a name is suggested.',
  }),
  'form.count-outside-relatives': paneCommand('form.count-outside-relatives', {
    title: 'Count relatives outside the parent cohort',
    keywords: ['pedigree', 'all individuals'],
    help: 'Sets All Individuals as the parent cohort.',
    because: 'Available if relatives are left out.',
  }),
  'form.hide-preview': paneCommand('form.hide-preview', {
    title: 'Hide the download preview',
    keywords: ['close'],
    help: 'Removes the preview table.',
    because: 'Available while a download preview is shown.',
  }),
  'list.clear-filters': paneCommand('list.clear-filters', {
    scope: 'table',
    title: 'Clear all filters',
    keywords: ['reset', 'narrow'],
    help: 'Shows the whole list again.',
    because: 'Available if a filter is active.',
  }),
  'list.compact': paneCommand('list.compact', {
    scope: 'table',
    title: 'Questions on one line',
    keywords: ['dense', 'compact'],
    help: 'Shows more rows: each question on one line, or on two again.',
    because: 'Available in lists with compact rows.',
  }),
  'list.order-bars': paneCommand('list.order-bars', {
    scope: 'table',
    title: 'Bars by code or by size',
    keywords: ['sort', 'categories'],
    help: 'Orders the bars of categories by code, or by size.',
    because: 'Available where the order by code is not the order by size.',
  }),
}
