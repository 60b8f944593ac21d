/** What a reader is told of a call besides its schemas. */
export interface CallWords {
  readonly summary: string
  /** Where the answer is a file. */
  readonly file?: readonly [type: string, ...others: string[]]
  /** Where the body is bytes, and all else travels as the query. */
  readonly takesBytes?: boolean
  /** Open to those who are not signed in. */
  readonly isOpen?: boolean
}

/** One sentence a call, by method and path. */
export const CALL_WORDS: Readonly<Record<string, CallWords>> = {
  'POST /login': {
    summary: 'Begins a session: the answer sets its cookie. A 401 with an issue of “code” asks for one.',
    isOpen: true,
  },
  'GET /logout': { summary: 'Ends the session.', isOpen: true },
  'GET /version': { summary: 'The versions, what is offered, and what the database holds.', isOpen: true },
  'GET /userinfo': { summary: 'Who is signed in, or null, and how long the session lasts.', isOpen: true },
  'GET /health': { summary: 'Whether the server can answer; 503 where it cannot.', isOpen: true },
  'GET /openapi.json': { summary: 'This document.', isOpen: true },
  'POST /account/password': { summary: 'Changes one’s own password and ends one’s other sessions.' },
  'GET /account/sessions': { summary: 'Where one is signed in, one’s own session first.' },
  'POST /account/sessions/end': { summary: 'Ends one of one’s own sessions.' },
  'POST /account/second-factor/new': { summary: 'Makes a secret for an authenticator app; nothing is on yet.' },
  'POST /account/second-factor/on': { summary: 'Turns one’s second factor on by the first code of its secret.' },
  'POST /account/second-factor/off': { summary: 'Turns one’s second factor off by the password and a code.' },
  'POST /account/second-factor/recovery-codes': { summary: 'Makes new recovery codes in place of those before.' },
  'GET /audit': { summary: 'Who did what, the newest first; for administrators.' },
  'GET /project/info': { summary: 'One’s projects, or one of them.' },
  'POST /project/new': { summary: 'Makes a project, which becomes the current one.' },
  'POST /project/edit': { summary: 'Changes a project’s name and description.' },
  'DELETE /project/delete': { summary: 'Deletes a project with all that is in it.' },
  'GET /project/current': { summary: 'Which project new things go into.' },
  'POST /project/current': { summary: 'Works on another project from now on.' },
  'GET /cohort/info': { summary: 'One’s cohorts, those of a project, or one of them.' },
  'GET /cohort/summary': { summary: 'A cohort’s counts by answer, collection, consent, study and diagnosis.' },
  'POST /cohort/preview': { summary: 'The counts that a cohort would have, before it is saved.' },
  'POST /cohort/new': { summary: 'Saves a subset, a compound set or a pedigree set.' },
  'POST /cohort/edit': { summary: 'Changes a cohort’s name and description.' },
  'DELETE /cohort/delete': { summary: 'Deletes a cohort that nothing is built on.' },
  'POST /cohort/overlap': { summary: 'How many individuals exactly which of two to four cohorts hold.' },
  'GET /cohort/pedigrees': { summary: 'The pedigrees of a cohort, some at a time, to be drawn.' },
  'GET /cohort/fam': { summary: 'The pedigrees of a cohort as PLINK .fam.', file: ['text/plain'] },
  'POST /cohort/download/new': { summary: 'Prepares the file of a variable set for a cohort.' },
  'GET /cohort/download/preview': { summary: 'Some rows of a prepared file.' },
  'GET /cohort/download': { summary: 'A prepared file, with its length.', file: ['text/csv'] },
  'GET /cohort/downloadstream': { summary: 'The same file as it is made, over HTTP/1.1 or later.', file: ['text/csv'] },
  'GET /cohort/download/bundle': {
    summary: 'The same rows as a zip with Parquet, dictionaries and definitions, over HTTP/1.1 or later.',
    file: ['application/zip'],
  },
  'GET /cohort/download/queue': { summary: 'How many files are made before a prepared one.' },
  'GET /construct/list': { summary: 'One’s custom variables, or those of a project.' },
  'GET /construct/info': { summary: 'A custom variable with its definition.' },
  'POST /construct/new': { summary: 'Saves a custom variable.' },
  'POST /construct/edit': { summary: 'Changes a custom variable’s name and description.' },
  'POST /construct/copy': { summary: 'Copies a custom variable to another project.' },
  'DELETE /construct/delete': { summary: 'Deletes a custom variable that nothing is built on.' },
  'POST /construct/preview': { summary: 'How everybody would fall into a custom variable’s values.' },
  'POST /variable/search': { summary: 'Searches names and questions of the catalog, the best first.' },
  'POST /variable/lookup': { summary: 'Variables by their names, with counts of all or of a cohort.' },
  'POST /variable/distribution': { summary: 'How a variable’s answers are spread in some cohorts.' },
  'POST /variable/sketches': { summary: 'The spread of several variables in a few bars each.' },
  'GET /variable/similar': { summary: 'Variables of other forms that ask the same.' },
  'GET /variable/dictionary': {
    summary: 'The dictionary of a variable set or of the catalog.',
    file: ['text/csv', 'application/json'],
  },
  'POST /variable/edit': { summary: 'Puts an edit of a variable in the queue; for administrators.' },
  'GET /variable/edits': { summary: 'The queue of edits; for administrators.' },
  'POST /variable/edits/decide': { summary: 'Approves or rejects an edit; for administrators.' },
  'GET /variableset/info': { summary: 'One’s variable sets, those of a project, or one of them.' },
  'POST /variableset/new': { summary: 'Saves a variable set.' },
  'POST /variableset/edit': { summary: 'Changes a variable set.' },
  'DELETE /variableset/delete': { summary: 'Deletes a variable set.' },
  'GET /usage': { summary: 'What is built on a thing.' },
  'POST /import/new': { summary: 'Begins an import; for administrators.' },
  'POST /import/file': { summary: 'Sends a piece of a file of an import.', takesBytes: true },
  'POST /import/leave-out': { summary: 'Throws a file of an import away.' },
  'POST /import/report': { summary: 'Reads what was sent and reports it; nothing changes.' },
  'POST /import/run': { summary: 'Begins to import what was reported.' },
  'GET /import/progress': { summary: 'How far the import is.' },
  'POST /import/undo': { summary: 'Undoes the last import: data and cohorts are as they were before it.' },
  'POST /import/cancel': { summary: 'Ends the import, which then changes nothing.' },
}
