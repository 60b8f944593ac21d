/** Requirements by number, how they are met, and the test: file below tests/ and its name. */
export type Met = readonly [ids: string, how: string, file: string, test: string]

const FUZZ = 'contract/fuzz-calls.test.ts'
const NO_SERVER_ERROR = 'never responds late or with a server error to random or malformed requests'
const SESSION = 'contract/session-calls.test.ts'
const ACCOUNT = 'contract/account-calls.test.ts'
const FACTOR = 'contract/second-factor-calls.test.ts'
const SEAL = 'server/platform/security/seal.test.ts'
const SEAL_KEY = 'creates the key when first needed, in a file that only its owner can read, and keeps it'
const REFUSALS = 'contract/refusals.test.ts'
const HEADERS = 'returns 404 for unknown endpoints, and security headers with every response'
const PAYLOAD = 'reports an invalid payload with its path'
const CLI = 'server/cli/running-server.test.ts'
const AUDIT = 'audit prints actions of the page and of the command line as lines of JSON'
const LEAKS = 'contract/leaks.test.ts'
const NO_DISCLOSURE = 'discloses no participant of an unreadable collection in any response'
const SUPPLY = 'architecture/dependencies.test.ts'
const CHANGES = 'contract/change-calls.test.ts'
const AUDITED = 'changes and refusals are audited with their user, without data'
const LOCKOUT = 'ten failed logins lock an account for their address for a while, even with the right password'

export const MET: readonly Met[] = [
  ['1.1.1', 'JSON and queries are read once, then checked by the schema', FUZZ, NO_SERVER_ERROR],
  [
    '1.1.2 1.2.1',
    'React, Hono and the CSV writer encode last',
    'contract/fuzz-files.test.ts',
    'the file contains all answers unchanged, cell by cell',
  ],
  [
    '1.2.2',
    'addresses are made by the URL codec of the routes',
    'workspace/url-codec.test.ts',
    'never contains another host after it is rewritten',
  ],
  ['1.2.3', 'answers are written by JSON.stringify, never put together of texts', FUZZ, NO_SERVER_ERROR],
  ['1.2.4 1.3.3', 'values are bound, names come from the catalog and are quoted', FUZZ, NO_SERVER_ERROR],
  [
    '1.2.9 1.3.10',
    'patterns are RE2’s, which never backtracks; plain text is compared as text',
    FUZZ,
    'counts or refuses a catastrophic regular expression immediately',
  ],
  ['1.4.2', 'numbers have their ranges in the schemas', FUZZ, NO_SERVER_ERROR],
  [
    '1.4.3',
    'connections, slots and files are given back however a request ends',
    'server/modules/downloads/downloads.test.ts',
    'a download aborted at any moment ends and leaves the database usable',
  ],
  [
    '1.5.2',
    'JSON alone, each answer and request checked by one schema',
    FUZZ,
    'refuses bodies that are not JSON, are deeply nested or have another content type',
  ],
  ['2.1.1 2.2.1 2.2.2', 'one schema a call, checked on the server', REFUSALS, PAYLOAD],
  [
    '2.1.2 2.2.3',
    'rules of the domain are checked on the server too, as 422',
    'contract/custom-variable-calls.test.ts',
    'a table of two variables must assign every combination',
  ],
  ['2.1.3 2.3.2', 'limits stand in one file', 'domain/limits.test.ts', 'the constants are those of spec section 9'],
  [
    '2.3.1',
    'a file needs a download that was prepared by the same user',
    'contract/download-calls.test.ts',
    'refuses downloads to users without readable collections, and downloads of other users',
  ],
  [
    '2.3.3',
    'each change is one transaction with its row of the audit',
    'server/platform/db/duckdb/kill.test.ts',
    'a kill at any moment loses no acknowledged change',
  ],
  [
    '2.3.4',
    'changes are made in turn',
    'contract/variable-edits.test.ts',
    'refuses the second of two concurrent decisions',
  ],
  [
    '15.1.3',
    'the handbook lists the costly calls with what bounds each of them, and what does not',
    'architecture/documents.test.ts',
    'documents the actual limits of costly calls in the handbook',
  ],
  [
    '15.2.2',
    'a fair queue of counts among accounts, each ended after half a minute; a queue of downloads, which no account fills alone',
    'server/platform/scheduling/fair-queue.test.ts',
    'the least recently served account is next, whatever the number of earlier requests',
  ],
  [
    '3.2.1 3.4.3 3.4.4 3.4.5 3.4.6',
    'headers on every answer: CSP without unsafe-inline and with Trusted Types, nosniff, no referrer, no frames',
    REFUSALS,
    HEADERS,
  ],
  [
    '3.4.1',
    'HSTS for a year, subdomains too, wherever the caller came over TLS',
    REFUSALS,
    'a request over TLS gets an HSTS header',
  ],
  [
    '3.2.2',
    'React sets text; nothing sets HTML',
    'contract/fuzz-files.test.ts',
    'the file contains all answers unchanged, cell by cell',
  ],
  [
    '3.3.2 3.3.4',
    'HttpOnly, SameSite=Strict, for the whole origin alone',
    SESSION,
    'a login replaces the previous session, and the database stores no token',
  ],
  [
    '3.4.2 3.5.1 3.5.2 3.5.3',
    'no CORS; other sites are refused by Origin, Sec-Fetch-Site and the type of the body, logout by GET too',
    REFUSALS,
    'refuses a change from another site: %o',
  ],
  [
    '3.7.2',
    'after login one stays at the address one asked for; the proxy takes a redirect back here',
    'server/proxy/proxy.test.ts',
    'rewrites redirects within the back end to this origin and keeps others',
  ],
  [
    '4.1.1',
    'each answer has its type',
    'server/app/start-server.test.ts',
    'serves the page with security headers for every address that is neither a file nor an endpoint',
  ],
  [
    '4.1.3 15.3.4',
    'X-Forwarded-* count only from TRUST_PROXY, and only what it wrote',
    'server/proxy/proxy.test.ts',
    'forwards a request from the back end’s own origin, with cookies and body, without client identity headers',
  ],
  [
    '4.2.1',
    'Node’s strict parser',
    'server/platform/http/slow-requests.test.ts',
    'refuses a request with two body lengths',
  ],
  [
    '5.1.1 5.2.1 5.2.2',
    'imports of an administrator: text tables, their sizes limited, the rest refused by file and line',
    'contract/import-calls.test.ts',
    'reports blocking problems by file and line with a remedy and imports nothing',
  ],
  [
    '5.3.1 5.3.2',
    'what is sent lies in a folder of its own that is never served',
    'contract/import-calls.test.ts',
    'refuses invalid paths and paths outside the upload folder',
  ],
  ['5.4.1 5.4.2', 'file names are encoded in Content-Disposition', FUZZ, NO_SERVER_ERROR],
  [
    '6.1.1 6.3.1',
    'ten failures in 15 minutes of an account from an address; others are not kept out',
    SESSION,
    LOCKOUT,
  ],
  [
    '3.3.1 3.3.3',
    'over TLS the cookie is Secure and named __Host-, and no other counts',
    SESSION,
    'over TLS accepts only a session cookie with the __Host- prefix',
  ],
  [
    '6.2.2 6.2.3',
    'by the password that is and the one that is to be; guesses count as at the login',
    ACCOUNT,
    'refuses a wrong old password or a weak new one, and counts attempts',
  ],
  [
    '6.1.3 6.3.4',
    'one way, the same in the middle of work: the password, then, where there is a second factor, a code or a recovery code (handbook)',
    FACTOR,
    'still asks for active second factors without the capability; with another key only recovery codes work',
  ],
  [
    '6.3.3',
    'one-time codes beside the password, for everybody where REQUIRE_SECOND_FACTOR=1: nothing else can be done without',
    FACTOR,
    'a required second factor blocks all other requests until it is active',
  ],
  [
    '6.5.1',
    'a step in time once, and none before it; a recovery code once',
    FACTOR,
    'accepts one of several concurrent logins with the same code',
  ],
  [
    '6.5.2 6.5.3 6.5.4',
    'secrets of 160 and recovery codes of 120 random bits; these kept as their SHA-256, those sealed',
    FACTOR,
    'stores no secret or recovery code in plain text, and audits actions without them',
  ],
  [
    '6.5.5',
    'half a minute, by the server’s clock; the device’s may be one step off (RFC 6238, 5.2)',
    FACTOR,
    'accepts each code once and none older, with a clock skew of at most 30 seconds',
  ],
  [
    '7.5.1',
    'a second factor is changed by the password and a code; what an account may do, at the command line alone',
    FACTOR,
    'deactivation and new recovery codes require password and code, and end other sessions',
  ],
  [
    '11.1.1 11.1.2 13.3.1 13.3.2',
    'one key, which seals the secrets of second factors: the handbook says where it lies, what it is for and how it is replaced; it is in no backup and no build, and its owner’s alone',
    SEAL,
    SEAL_KEY,
  ],
  [
    '11.3.1 11.3.2 11.3.3',
    'AES-256-GCM of Node’s OpenSSL',
    SEAL,
    'a change of any byte makes a sealed text unreadable',
  ],
  [
    '11.4.1',
    'SHA-256; SHA-1 in the HMAC of one-time codes alone, as RFC 6238 and the apps have it',
    'server/modules/accounts/one-time-code.test.ts',
    'accepts a code within its own and the adjacent time steps only',
  ],
  [
    '6.3.2',
    'the demo accounts come with synthetic data alone and go with them',
    'server/cli/commands.test.ts',
    'import replaces synthetic data with demo accounts and saved objects, and keeps other accounts',
  ],
  [
    '7.1.2 7.5.2',
    'any number at once (handbook); one sees them, and ends one or, by a new password, all others, by the password again',
    ACCOUNT,
    'lists the user’s own sessions and ends any of them; reveals no sessions of other users',
  ],
  [
    '16.3.3 16.3.4',
    'refused input, logins too many and changes of passwords are in the audit, what is unexpected in the log',
    ACCOUNT,
    'audits password changes, ended sessions and rate-limited logins, without passwords',
  ],
  [
    '6.2.1',
    'twelve characters at least',
    'server/cli/commands.test.ts',
    'user refuses a short password and a taken name',
  ],
  [
    '6.2.5 6.2.8 6.2.9 6.2.10',
    'hashed as typed, of any composition and length, for as long as the user likes',
    'server/platform/security/passwords.test.ts',
    'hashes a password of any length with argon2id, exactly as typed',
  ],
  [
    '6.2.6 6.2.7',
    'an ordinary password field',
    'journeys/session.journey.ts',
    'keeps the username after a wrong password and reports empty fields',
  ],
  [
    '7.1.1 7.3.1 7.3.2',
    'half an hour without a call, twelve hours at most',
    SESSION,
    'a session ends after half an hour of inactivity and after twelve hours in any case',
  ],
  [
    '7.2.1 7.2.2 7.2.3 7.2.4 11.5.1',
    '32 random bytes, kept as their SHA-256, new at each login',
    SESSION,
    'a login replaces the previous session, and the database stores no token',
  ],
  [
    '7.4.1',
    'the session is deleted on the server',
    SESSION,
    'userinfo shows a login, and a logout ends the session on the server',
  ],
  [
    '7.4.2',
    'a session is looked up together with its account',
    'server/cli/commands.test.ts',
    'user adds, lists, changes and removes accounts',
  ],
  [
    '7.4.3 7.4.5',
    'a new password, at the command line, ends all sessions of the account',
    'server/cli/commands.test.ts',
    'a new password ends all sessions of the account',
  ],
  [
    '7.4.4',
    'in the header of every page, and in the palette',
    'journeys/session.journey.ts',
    'confirms the logout and shows the login form',
  ],
  ['8.1.1 8.1.2 8.2.1', 'a table of who may call what', 'contract/roles.test.ts', 'enforces who may %s'],
  [
    '8.2.2 8.4.1',
    'what another user made is not there',
    CHANGES,
    'a variable set is edited and deleted by its owner only',
  ],
  ['8.2.3 8.3.1 15.3.1', 'person by person, and by kind of variable, on the server', LEAKS, NO_DISCLOSURE],
  [
    '11.2.1 11.2.2 11.2.3 11.4.2',
    'argon2id of a library beside the event loop, its cost in the hash',
    'server/platform/security/passwords.test.ts',
    'hashes a password of any length with argon2id, exactly as typed',
  ],
  [
    '13.4.2 13.4.3 13.4.5',
    'files of the build alone are served, and nothing is listed',
    'server/app/start-server.test.ts',
    'assets are immutable, and missing files return 404',
  ],
  ['13.4.4 16.5.3', 'what is not declared is refused', FUZZ, 'responds to malformed URLs and headers'],
  ['14.2.1 14.3.2 14.2.2', 'no token in an address; answers of the API are never stored', REFUSALS, HEADERS],
  [
    '14.3.1',
    'logging out forgets what was fetched; another user finds nothing',
    'journeys/session.journey.ts',
    'confirms the logout and shows the login form',
  ],
  [
    '15.1.2',
    'exact versions from the npm registry, a bill of materials',
    SUPPLY,
    'lists every package of the lock file in the bill of materials',
  ],
  [
    '15.3.3 15.3.5',
    'only the fields of the schema, of its types',
    REFUSALS,
    'reports an invalid payload with its path',
  ],
  ['15.3.7', 'a field that stands twice counts once', REFUSALS, 'uses the first value of a duplicate query parameter'],
  [
    '15.3.6',
    'records of names are maps, or asked by hasOwn',
    'contract/prototype-names.test.ts',
    'codes named like properties of Object.prototype keep their labels and inherit none',
  ],
  [
    '16.2.1 16.2.2 16.3.1 16.4.1',
    'who, what, when in UTC, from where, with which outcome, a line of JSON each',
    CLI,
    AUDIT,
  ],
  ['16.2.5 16.3.2', 'refusals are written down too, and no answers, passwords or tokens', CHANGES, AUDITED],
  ['16.5.1', 'what is unexpected is told as no more than that', FUZZ, NO_SERVER_ERROR],
  [
    '16.5.2',
    'a full disk keeps nobody from reading',
    'server/platform/db/duckdb/durability.test.ts',
    'on a full disk saves are refused with a message, reads continue, and no save is lost',
  ],
  [
    '16.4.2',
    'rows are only added; the data folder is its owner’s alone',
    'server/platform/db/duckdb/durability.test.ts',
    'only the owner of the data folder can read its files',
  ],
  [
    '6.1.2 6.2.4 6.2.11',
    'a kept list of common words, of the product and of its field, also with digits, signs and letters that stand for others',
    'domain/passwords.test.ts',
    'rejects “%s” as too short or too common',
  ],
  [
    '6.2.12',
    'against the list of stolen passwords that BREACHED_PASSWORDS names; none goes along, as a whole one takes tens of gigabytes',
    'server/platform/security/breached-passwords.test.ts',
    'finds exactly the passwords of a list sorted by hash, with any line breaks',
  ],
  [
    '14.3.3',
    'drafts are what a user typed, of nobody’s answers, and go when they log out',
    'workspace/drafts/drafts.test.ts',
    'are deleted when their user logs out, and those of other users are kept',
  ],
]
