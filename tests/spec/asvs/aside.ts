export type Aside = readonly [ids: string, why: string]

/** Not applicable. */
export const NOT_HERE: readonly Aside[] = [
  ['1.2.5', 'no command of the system is run'],
  ['1.2.6 1.2.7 1.2.8', 'no LDAP, XPath, LaTeX'],
  ['1.3.1 1.3.4 1.3.5', 'nobody writes HTML, SVG or Markdown that others see'],
  ['1.3.2 1.3.7', 'no code or template is made of what somebody typed'],
  ['1.3.6 13.2.4 13.2.5 15.3.2', 'the server calls nobody but, as a proxy, the back end that its owner named'],
  ['1.3.8 1.3.9 1.3.11 1.4.1', 'no JNDI, memcache, mail, or memory managed by hand'],
  ['1.5.1', 'no XML is read'],
  ['3.5.5', 'no window sends another a message'],
  ['3.7.1', 'nothing but what browsers are made of'],
  ['4.3.1 4.3.2 4.4.1 4.4.2 4.4.3 4.4.4', 'no GraphQL, no WebSocket'],
  ['5.2.3', 'nothing packed is taken'],
  ['5.4.3', 'files are made here of text and numbers'],
  ['6.4.1 6.4.2', 'no passwords made by the system, no hints and no questions that only one is to know'],
  ['7.1.3 7.6.1 7.6.2', 'the session is its own; where one logs in elsewhere, it is the other back end’s'],
  ['11.4.3 11.6.1', 'nothing is signed, and there are no public keys'],
  ['11.4.4', 'no key is made of a password'],
  ['12.1.3 13.2.1 13.2.2 13.2.3', 'one process with its database in it'],
  ['14.2.3', 'nothing is fetched from or sent to others'],
]

/** For the operator: TLS ends at a reverse proxy (TRUST_PROXY), logs leave by stderr. */
export const BY_ITS_OWNER: readonly Aside[] = [
  [
    '3.5.4 4.1.2 12.1.1 12.1.2 12.2.1 12.2.2 12.3.1 12.3.2 12.3.3 12.3.4',
    'TLS, its certificates and the name of the host',
  ],
  ['13.4.1 15.2.3', 'what is put on the machine: the build and the data folder are enough'],
  ['14.1.1 14.1.2 14.2.4 16.1.1 16.2.3 16.2.4 16.4.3', 'how data and logs are classified, kept and collected'],
  [
    '6.4.3 6.4.4',
    'who forgot a password, or lost the device and the recovery codes, asks whoever made the account, who makes sure of them as then: npm run user -- password NAME, which leaves the second factor as it is, and second-factor-off NAME',
  ],
  [
    '13.1.1 15.1.1 15.2.1',
    'which services it stands beside; within which time a vulnerable or old version is replaced, for which npm audit and npm outdated name the versions',
  ],
]

/** Not met yet, with the alternative. */
export const OPEN: readonly Aside[] = [
  [
    '2.4.1',
    'limited: failed logins and wrong codes, waiting counts and downloads at once per account, lengths of bodies and lists; not limited: requests and downloads per hour, and how many cohorts, variable sets, custom variables and projects an account saves; the audit log shows who did so',
  ],
]
