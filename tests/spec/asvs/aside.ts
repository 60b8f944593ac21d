export type Aside = readonly [ids: string, reason: string]

/** Not applicable. */
export const NOT_APPLICABLE: readonly Aside[] = [
  ['1.2.5', 'runs no operating system command'],
  ['1.2.6 1.2.7 1.2.8', 'no LDAP, XPath or LaTeX'],
  ['1.3.1 1.3.4 1.3.5', 'no HTML, SVG or Markdown from users is shown to others'],
  ['1.3.2 1.3.7', 'builds no code or template from user input'],
  [
    '1.3.6 13.2.4 13.2.5 15.3.2',
    'the server sends no outgoing request, except as a proxy of the back end that the operator configured',
  ],
  ['1.3.8 1.3.9 1.3.11 1.4.1', 'no JNDI, memcache, mail or manual memory management'],
  ['1.5.1', 'parses no XML'],
  ['3.5.5', 'no postMessage between windows'],
  ['3.7.1', 'only client technologies that browsers support'],
  ['4.3.1 4.3.2 4.4.1 4.4.2 4.4.3 4.4.4', 'no GraphQL and no WebSocket'],
  ['5.2.3', 'accepts no compressed files'],
  ['5.4.3', 'served files are generated from text and numbers'],
  ['6.4.1 6.4.2', 'no initial passwords of the system, no password hints and no security questions'],
  ['7.1.3 7.6.1 7.6.2', 'no federated session; with an external login the session is the other back end’s'],
  ['11.4.4', 'derives no key from a password'],
  ['12.1.3 13.2.1 13.2.2 13.2.3', 'one process with an embedded database'],
  ['14.2.3', 'exchanges no data with third parties'],
]

/** For the operator: TLS ends at a reverse proxy (TRUST_PROXY), logs are written to stderr. */
export const BY_OPERATOR: readonly Aside[] = [
  ['3.5.4 4.1.2 12.1.1 12.1.2 12.2.1 12.2.2 12.3.1 12.3.2 12.3.3 12.3.4', 'TLS, its certificates and the host name'],
  ['13.4.1 15.2.3', 'contents of the host: the build and the data folder suffice'],
  ['14.1.1 14.1.2 14.2.4 16.1.1 16.2.3 16.2.4 16.4.3', 'classification, retention and collection of data and logs'],
  [
    '6.4.3 6.4.4',
    'a user without password, or without device and recovery codes, asks the administrator, who verifies the identity: npm run user -- password NAME keeps the second factor; second-factor-off NAME removes it',
  ],
  [
    '13.1.1 15.1.1 15.2.1',
    'services on the same host, and the time limit for replacing a vulnerable or outdated version (npm audit, npm outdated)',
  ],
]

/** Not met yet, with the alternative. */
export const OPEN: readonly Aside[] = [
  [
    '2.4.1',
    'limited: failed logins and wrong codes, queued counts and concurrent downloads per account, lengths of bodies and lists; not limited: requests and downloads per hour, and the number of saved cohorts, variable sets, custom variables and projects per account; the audit log records them by user',
  ],
]
