/** Requirements by number, how they are met, and the test: file below tests/ and its name. */
export type Met = readonly [ids: string, how: string, file: string, test: string]

const FUZZ = 'contract/fuzz-calls.test.ts'
const NO_SERVER_ERROR = 'never responds late or with a server error to random or malformed requests'
const SESSION = 'contract/session-calls.test.ts'
const ACCOUNT = 'contract/account-calls.test.ts'
const FACTOR = 'contract/second-factor-calls.test.ts'
const SEAL = 'server/platform/security/seal.test.ts'
const SECRET_KEY = 'server/platform/security/secret-key.test.ts'
const SEAL_KEY = 'creates the key when first needed, in a file that only its owner can read, and keeps it'
const REFUSALS = 'contract/refusals.test.ts'
const HEADERS = 'returns 404 for unknown endpoints, and security headers with every response'
const PAYLOAD = 'reports an invalid payload with its path'
const CLI = 'server/cli/running-server.long.test.ts'
const AUDIT = 'audit prints actions of the page and of the command line as lines of JSON'
const LEAKS = 'contract/leaks.test.ts'
const NO_DISCLOSURE = 'discloses no participant of an unreadable collection in any response'
const SUPPLY = 'architecture/dependencies.test.ts'
const CHANGES = 'contract/change-calls.test.ts'
const AUDITED = 'changes and refusals are audited with their user, without data'
const LOCKOUT = 'ten failed logins lock an account for their address for a while, even with the right password'

export const MET: readonly Met[] = [
  ['1.1.1', 'JSON and query strings are decoded once, then validated by the schema', FUZZ, NO_SERVER_ERROR],
  [
    '1.1.2 1.2.1',
    'React, Hono and the CSV writer encode on output',
    'contract/fuzz-files.long.test.ts',
    'the file contains all answers unchanged, cell by cell',
  ],
  [
    '1.2.2',
    'URLs are built by the URL codec of the routes',
    'workspace/url-codec.test.ts',
    'never contains another host after it is rewritten',
  ],
  ['1.2.3', 'responses are written by JSON.stringify, never by concatenation', FUZZ, NO_SERVER_ERROR],
  ['1.2.4 1.3.3', 'values are bound parameters; names come from the catalog and are quoted', FUZZ, NO_SERVER_ERROR],
  [
    '1.2.9 1.3.10',
    'patterns run in RE2, which never backtracks; plain text is compared as text',
    FUZZ,
    'counts or refuses a catastrophic regular expression immediately',
  ],
  ['1.4.2', 'the schemas limit the ranges of numbers', FUZZ, NO_SERVER_ERROR],
  [
    '1.4.3',
    'connections, slots and files are released however a request ends',
    'server/modules/downloads/downloads.test.ts',
    'a download aborted at any moment ends and leaves the database usable',
  ],
  [
    '1.5.2',
    'JSON only; one schema validates each request and response',
    FUZZ,
    'refuses bodies that are not JSON, are deeply nested or have another content type',
  ],
  ['2.1.1 2.2.1 2.2.2', 'one schema per endpoint, validated on the server', REFUSALS, PAYLOAD],
  [
    '2.1.2 2.2.3',
    'the server validates the domain rules too and responds with 422',
    'contract/custom-variable-calls.test.ts',
    'a table of two variables must assign every combination',
  ],
  ['2.1.3 2.3.2', 'all limits are in one file', 'domain/limits.test.ts', 'the constants are those of spec section 9'],
  [
    '2.3.1',
    'a file requires a download prepared by the same user',
    'contract/download-calls.test.ts',
    'refuses downloads to users without readable collections, and downloads of other users',
  ],
  [
    '2.3.3',
    'each change is one transaction with its audit row',
    'server/platform/db/duckdb/kill.long.test.ts',
    'a kill at any moment loses no acknowledged change',
  ],
  [
    '2.3.4',
    'changes are serialised by a write lock',
    'contract/variable-edits.test.ts',
    'refuses the second of two concurrent decisions',
  ],
  [
    '15.1.3',
    'the handbook lists the costly requests with their limits, and those without',
    'architecture/documents.test.ts',
    'documents the actual limits of costly calls in the handbook',
  ],
  [
    '15.2.2',
    'a fair queue of counts among accounts, each aborted after 30 s; a queue of downloads that no single account can fill',
    'server/platform/scheduling/fair-queue.test.ts',
    'the least recently served account is next, whatever the number of earlier requests',
  ],
  [
    '3.2.1 3.4.3 3.4.4 3.4.5 3.4.6',
    'headers on every response: CSP without unsafe-inline and with Trusted Types, nosniff, no referrer, no frames',
    REFUSALS,
    HEADERS,
  ],
  [
    '3.4.1',
    'HSTS for a year, with subdomains, on every response over TLS',
    REFUSALS,
    'a request over TLS gets an HSTS header',
  ],
  [
    '3.2.2',
    'React sets text only, never HTML',
    'contract/fuzz-files.long.test.ts',
    'the file contains all answers unchanged, cell by cell',
  ],
  [
    '3.3.2 3.3.4',
    'HttpOnly, SameSite=Strict, limited to the origin',
    SESSION,
    'a login replaces the previous session, and the database stores no token',
  ],
  [
    '3.4.2 3.5.1 3.5.2 3.5.3',
    'no CORS; requests of other sites are refused by Origin, Sec-Fetch-Site and content type, including the logout by GET',
    REFUSALS,
    'refuses a change from another site: %o',
  ],
  [
    '3.7.2',
    'the login keeps the requested URL; the proxy rewrites redirects to its own origin',
    'server/proxy/proxy.test.ts',
    'rewrites redirects within the back end to this origin and keeps others',
  ],
  [
    '4.1.1',
    'each response has its content type',
    'server/app/start-server.test.ts',
    'serves the page with security headers for every address that is neither a file nor an endpoint',
  ],
  [
    '4.1.3 15.3.4',
    'X-Forwarded-* is trusted only from TRUST_PROXY, and only the part that it wrote',
    'server/proxy/proxy.test.ts',
    'forwards a request from the back end’s own origin, with cookies and body, without client identity headers',
  ],
  [
    '4.2.1',
    'Node’s strict HTTP parser',
    'server/platform/http/slow-requests.test.ts',
    'refuses a request with two body lengths',
  ],
  [
    '5.1.1 5.2.1 5.2.2',
    'imports by administrators only: text tables of limited size; other files are refused by file and line',
    'contract/import-calls.test.ts',
    'reports blocking problems by file and line with a remedy and imports nothing',
  ],
  [
    '5.3.1 5.3.2',
    'uploaded files are in a separate folder that is never served',
    'contract/import-calls.test.ts',
    'refuses invalid paths and paths outside the upload folder',
  ],
  ['5.4.1 5.4.2', 'file names are encoded in Content-Disposition', FUZZ, NO_SERVER_ERROR],
  [
    '6.1.1 6.3.1',
    'ten failures in 15 minutes per account and address; other addresses are not locked out',
    SESSION,
    LOCKOUT,
  ],
  [
    '3.3.1 3.3.3',
    'over TLS the cookie is Secure and has the prefix __Host-; no other cookie is accepted',
    SESSION,
    'over TLS accepts only a session cookie with the __Host- prefix',
  ],
  [
    '6.2.2 6.2.3',
    'requires the current and the new password; wrong passwords count as at the login',
    ACCOUNT,
    'refuses a wrong old password or a weak new one, and counts attempts',
  ],
  [
    '6.1.3 6.3.4',
    'one way of authentication: the password, then, with a second factor, a one-time code or a recovery code (handbook)',
    FACTOR,
    'still asks for active second factors without the capability; with another key only recovery codes work',
  ],
  [
    '6.3.3',
    'one-time codes in addition to the password, for all accounts with REQUIRE_SECOND_FACTOR=1: no other request is allowed without',
    FACTOR,
    'a required second factor blocks all other requests until it is active',
  ],
  [
    '6.5.1',
    'a time step is accepted once and no earlier one after it; a recovery code once',
    FACTOR,
    'accepts one of several concurrent logins with the same code',
  ],
  [
    '6.5.2 6.5.3 6.5.4',
    'secrets have 160 random bits and are encrypted; recovery codes have 120 and are stored as SHA-256',
    FACTOR,
    'stores no secret or recovery code in plain text, and audits actions without them',
  ],
  [
    '6.5.5',
    '30 s by the server’s clock; the device’s may differ by one step (RFC 6238, 5.2)',
    FACTOR,
    'accepts each code once and none older, with a clock skew of at most 30 seconds',
  ],
  [
    '7.5.1',
    'a change of the second factor requires the password and a code; permissions change at the command line only',
    FACTOR,
    'deactivation and new recovery codes require password and code, and end other sessions',
  ],
  [
    '11.1.1 11.1.2 13.3.1 13.3.2',
    'one key encrypts the secrets of second factors, one signs checkpoints of the audit log: the handbook documents their places, purposes and rotation; they are in no backup and no build, and readable by their owner only',
    SECRET_KEY,
    SEAL_KEY,
  ],
  [
    '11.3.1 11.3.2 11.3.3',
    'AES-256-GCM of Node’s OpenSSL',
    SEAL,
    'a change of any byte makes a sealed text unreadable',
  ],
  [
    '11.4.3 11.6.1',
    'Ed25519 of Node’s OpenSSL over SHA-256',
    'server/platform/security/signing-key.test.ts',
    'a signature is valid for its text and key only',
  ],
  [
    '11.4.1',
    'SHA-256; SHA-1 only in the HMAC of one-time codes, as in RFC 6238 and authenticator apps',
    'server/modules/accounts/one-time-code.test.ts',
    'accepts a code within its own and the adjacent time steps only',
  ],
  [
    '6.3.2',
    'the demo accounts exist with synthetic data only and are deleted with them',
    'server/cli/commands.long.test.ts',
    'import replaces synthetic data with demo accounts and saved objects, and keeps other accounts',
  ],
  [
    '7.1.2 7.5.2',
    'any number of sessions (handbook); a user lists them, and ends one, or all others by a new password, after entering the password',
    ACCOUNT,
    'lists the user’s own sessions and ends any of them; reveals no sessions of other users',
  ],
  [
    '16.3.3 16.3.4',
    'refused input, throttled logins and password changes are audited; unexpected errors are logged',
    ACCOUNT,
    'audits password changes, ended sessions and rate-limited logins, without passwords',
  ],
  [
    '6.2.1',
    'at least 12 characters',
    'server/cli/commands.long.test.ts',
    'user refuses a short password and a taken name',
  ],
  [
    '6.2.5 6.2.8 6.2.9 6.2.10',
    'hashed as typed, with any composition and length, without expiry',
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
    '30 minutes without a request, 12 hours at most',
    SESSION,
    'a session ends after half an hour of inactivity and after twelve hours in any case',
  ],
  [
    '7.2.1 7.2.2 7.2.3 7.2.4 11.5.1',
    '32 random bytes, stored as SHA-256, new at each login',
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
    'the session lookup joins the account',
    'server/cli/commands.long.test.ts',
    'user adds, lists, changes and removes accounts',
  ],
  [
    '7.4.3 7.4.5',
    'a new password set at the command line ends all sessions of the account',
    'server/cli/commands.long.test.ts',
    'a new password ends all sessions of the account',
  ],
  [
    '7.4.4',
    'in the header of every page and in the palette',
    'journeys/session.journey.ts',
    'confirms the logout and shows the login form',
  ],
  ['8.1.1 8.1.2 8.2.1', 'a table of permissions per endpoint', 'contract/roles.test.ts', 'enforces who may %s'],
  [
    '8.2.2 8.4.1',
    'items of other users are reported as not found',
    CHANGES,
    'a variable set is edited and deleted by its owner only',
  ],
  ['8.2.3 8.3.1 15.3.1', 'per individual and per kind of variable, on the server', LEAKS, NO_DISCLOSURE],
  [
    '11.2.1 11.2.2 11.2.3 11.4.2',
    'argon2id by a library outside the event loop, with its cost in the hash',
    'server/platform/security/passwords.test.ts',
    'hashes a password of any length with argon2id, exactly as typed',
  ],
  [
    '13.4.2 13.4.3 13.4.5',
    'serves only files of the build, and lists no directory',
    'server/app/start-server.test.ts',
    'assets are immutable, and missing files return 404',
  ],
  ['13.4.4 16.5.3', 'undeclared methods and paths are refused', FUZZ, 'responds to malformed URLs and headers'],
  ['14.2.1 14.3.2 14.2.2', 'no token in a URL; API responses are never stored', REFUSALS, HEADERS],
  [
    '14.3.1',
    'the logout clears cached responses; another user finds none',
    'journeys/session.journey.ts',
    'confirms the logout and shows the login form',
  ],
  [
    '15.1.2',
    'exact versions from the npm registry, and a bill of materials',
    SUPPLY,
    'lists every package of the lock file in the bill of materials',
  ],
  ['15.3.3 15.3.5', 'only fields of the schema with their types', REFUSALS, 'reports an invalid payload with its path'],
  ['15.3.7', 'a repeated field counts once', REFUSALS, 'uses the first value of a duplicate query parameter'],
  [
    '15.3.6',
    'lookups by name use maps or Object.hasOwn',
    'contract/prototype-names.test.ts',
    'codes named like properties of Object.prototype keep their labels and inherit none',
  ],
  ['16.2.1 16.2.2 16.3.1 16.4.1', 'user, action, UTC time, address and outcome, one line of JSON each', CLI, AUDIT],
  ['16.2.5 16.3.2', 'refusals are audited too, without answers, passwords or tokens', CHANGES, AUDITED],
  ['16.5.1', 'unexpected errors are reported without details', FUZZ, NO_SERVER_ERROR],
  [
    '16.5.2',
    'a full disk does not prevent reading',
    'server/platform/db/duckdb/durability.long.test.ts',
    'on a full disk saves are refused with a message, reads continue, and no save is lost',
  ],
  [
    '16.4.2',
    'entries are chained by their hashes, and signed checkpoints can be kept elsewhere; only its owner can access the data folder',
    'contract/audit-tampering.long.test.ts',
    'detects every random tampering: edits, removals, insertions, reorderings and rewritings',
  ],
  [
    '6.1.2 6.2.4 6.2.11',
    'a list of common words, of the product and of its field, also with digits, symbols and substituted letters',
    'domain/passwords.test.ts',
    'rejects “%s” as too short or too common',
  ],
  [
    '6.2.12',
    'checked against the list of breached passwords in BREACHED_PASSWORDS; none is included, because a complete list takes tens of gigabytes',
    'server/platform/security/breached-passwords.test.ts',
    'finds exactly the passwords of a list sorted by hash, with any line breaks',
  ],
  [
    '14.3.3',
    'drafts hold only input of the user, no answers, and are deleted on logout',
    'workspace/drafts/drafts.test.ts',
    'are deleted when their user logs out, and those of other users are kept',
  ],
]
