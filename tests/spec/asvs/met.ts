/** Requirements by number, how they are met, and the test: file below tests/ and its name. */
export type Met = readonly [ids: string, how: string, file: string, test: string]

const FUZZ = 'contract/fuzz-calls.test.ts'
const CALM = 'no request, made up or spoilt, is answered with an error of the server or late'
const SESSION = 'contract/session-calls.test.ts'
const ACCOUNT = 'contract/account-calls.test.ts'
const FACTOR = 'contract/second-factor-calls.test.ts'
const SEAL = 'server/platform/security/seal.test.ts'
const SEAL_KEY = 'the key is made when it is first needed, in a file for its owner alone, and is the same from then on'
const REFUSALS = 'contract/refusals.test.ts'
const HEADERS = 'an address that is no call answers 404, and every answer carries the headers that protect'
const PAYLOAD = 'an invalid payload is reported with its path'
const CLI = 'server/cli/running-server.test.ts'
const AUDIT = 'audit prints actions of the page and of the command line as lines of JSON'
const LEAKS = 'contract/leaks.test.ts'
const DISCLOSED_OF_NONE = 'discloses no participant of an unreadable collection in any response'
const SUPPLY = 'architecture/dependencies.test.ts'
const ONES = 'contract/change-calls.test.ts'
const WRITTEN_DOWN = 'changes and refusals are audited with their user, without data'
const THROTTLE = 'ten failures close an account to their address for a while, right password or not'

export const MET: readonly Met[] = [
  ['1.1.1', 'JSON and queries are read once, then checked by the schema', FUZZ, CALM],
  [
    '1.1.2 1.2.1',
    'React, Hono and the CSV writer encode last',
    'contract/fuzz-files.test.ts',
    'all answers are in the file unchanged, cell by cell',
  ],
  [
    '1.2.2',
    'addresses are made by the URL codec of the routes',
    'workspace/url-codec.test.ts',
    'never contains another host after it is rewritten',
  ],
  ['1.2.3', 'answers are written by JSON.stringify, never put together of texts', FUZZ, CALM],
  ['1.2.4 1.3.3', 'values are bound, names come from the catalog and are quoted', FUZZ, CALM],
  [
    '1.2.9 1.3.10',
    'patterns are RE2’s, which never backtracks; plain text is compared as text',
    FUZZ,
    'a pattern that blows up elsewhere is counted or refused at once',
  ],
  ['1.4.2', 'numbers have their ranges in the schemas', FUZZ, CALM],
  [
    '1.4.3',
    'connections, slots and files are given back however a request ends',
    'server/modules/downloads/downloads.test.ts',
    'a download that is aborted at any moment ends, and leaves the database at rest',
  ],
  [
    '1.5.2',
    'JSON alone, each answer and request checked by one schema',
    FUZZ,
    'what is no JSON, or is nested deep, or is sent as something else, is refused',
  ],
  ['2.1.1 2.2.1 2.2.2', 'one schema a call, checked on the server', REFUSALS, PAYLOAD],
  [
    '2.1.2 2.2.3',
    'rules of the domain are checked on the server too, as 422',
    'contract/custom-variable-calls.test.ts',
    'a table of two variables must say what becomes of every combination',
  ],
  ['2.1.3 2.3.2', 'limits stand in one file', 'domain/limits.test.ts', 'the constants are those of spec section 9'],
  [
    '2.3.1',
    'a file needs a download that was prepared by the same user',
    'contract/download-calls.test.ts',
    'a user without readable collections gets no download, nor the download of another user',
  ],
  [
    '2.3.3',
    'each change is one transaction with its row of the audit',
    'server/platform/db/duckdb/kill.test.ts',
    'a kill at any moment loses nothing that was answered',
  ],
  [
    '2.3.4',
    'changes are made in turn',
    'contract/variable-edits.test.ts',
    'of two concurrent decisions the second is refused',
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
    'all answers are in the file unchanged, cell by cell',
  ],
  [
    '3.3.2 3.3.4',
    'HttpOnly, SameSite=Strict, for the whole origin alone',
    SESSION,
    'a login replaces the session before it, and the database holds no token',
  ],
  [
    '3.4.2 3.5.1 3.5.2 3.5.3',
    'no CORS; other sites are refused by Origin, Sec-Fetch-Site and the type of the body, logout by GET too',
    REFUSALS,
    'a call that changes something is refused to another site: %o',
  ],
  [
    '3.7.2',
    'after login one stays at the address one asked for; the proxy takes a redirect back here',
    'server/proxy/proxy.test.ts',
    'a way to elsewhere at the back end is a way here; another stays',
  ],
  [
    '4.1.1',
    'each answer has its type',
    'server/app/start-server.test.ts',
    'every address that is no file and no call gets the page, with the headers that protect it',
  ],
  [
    '4.1.3 15.3.4',
    'X-Forwarded-* count only from TRUST_PROXY, and only what it wrote',
    'server/proxy/proxy.test.ts',
    'a call goes on from the back end’s own origin, with its cookies and body, and nothing that claims who calls',
  ],
  [
    '4.2.1',
    'Node’s strict parser',
    'server/platform/http/slow-requests.test.ts',
    'who asks twice how long a body is gets no answer but a refusal',
  ],
  [
    '5.1.1 5.2.1 5.2.2',
    'imports of an administrator: text tables, their sizes limited, the rest refused by file and line',
    'contract/import-calls.test.ts',
    'what stops it is told by file and line, and what may be done; nothing is imported',
  ],
  [
    '5.3.1 5.3.2',
    'what is sent lies in a folder of its own that is never served',
    'contract/import-calls.test.ts',
    'a path that leads out of the folder, or is none, is refused',
  ],
  ['5.4.1 5.4.2', 'file names are encoded in Content-Disposition', FUZZ, CALM],
  [
    '6.1.1 6.3.1',
    'ten failures in 15 minutes of an account from an address; others are not kept out',
    SESSION,
    THROTTLE,
  ],
  [
    '3.3.1 3.3.3',
    'over TLS the cookie is Secure and named __Host-, and no other counts',
    SESSION,
    'over TLS the cookie bears a name that browsers take from this host over TLS alone, and no other counts',
  ],
  [
    '6.2.2 6.2.3',
    'by the password that is and the one that is to be; guesses count as at the login',
    ACCOUNT,
    'a wrong old password or a weak new one is refused, and attempts are counted',
  ],
  [
    '6.1.3 6.3.4',
    'one way, the same in the middle of work: the password, then, where there is a second factor, a code or a recovery code (handbook)',
    FACTOR,
    'a back end that offers none of it still asks those for a code who have a factor; by another key only recovery codes are right',
  ],
  [
    '6.3.3',
    'one-time codes beside the password, for everybody where REQUIRE_SECOND_FACTOR=1: nothing else can be done without',
    FACTOR,
    'where a factor is required nothing else can be done before there is one',
  ],
  [
    '6.5.1',
    'a step in time once, and none before it; a recovery code once',
    FACTOR,
    'of concurrent logins with one code a single one succeeds',
  ],
  [
    '6.5.2 6.5.3 6.5.4',
    'secrets of 160 and recovery codes of 120 random bits; these kept as their SHA-256, those sealed',
    FACTOR,
    'neither a secret nor a recovery code stands in the database, and what was done stands in the audit without them',
  ],
  [
    '6.5.5',
    'half a minute, by the server’s clock; the device’s may be one step off (RFC 6238, 5.2)',
    FACTOR,
    'a code is taken once, and none before it; the clocks may be half a minute apart and no more',
  ],
  [
    '7.5.1',
    'a second factor is changed by the password and a code; what an account may do, at the command line alone',
    FACTOR,
    'it is turned off by the password and a code alone, and so are new recovery codes made; other sessions end',
  ],
  [
    '11.1.1 11.1.2 13.3.1 13.3.2',
    'one key, which seals the secrets of second factors: the handbook says where it lies, what it is for and how it is replaced; it is in no backup and no build, and its owner’s alone',
    SEAL,
    SEAL_KEY,
  ],
  ['11.3.1 11.3.2 11.3.3', 'AES-256-GCM of Node’s OpenSSL', SEAL, 'changed in any place it is not read'],
  [
    '11.4.1',
    'SHA-256; SHA-1 in the HMAC of one-time codes alone, as RFC 6238 and the apps have it',
    'server/modules/accounts/one-time-code.test.ts',
    'a code is taken in its own step of half a minute and in those beside it, and in no other',
  ],
  [
    '6.3.2',
    'the demo accounts come with synthetic data alone and go with them',
    'server/cli/commands.test.ts',
    'import replaces synthetic data with demo accounts and saved things, and keeps other accounts',
  ],
  [
    '7.1.2 7.5.2',
    'any number at once (handbook); one sees them, and ends one or, by a new password, all others, by the password again',
    ACCOUNT,
    'one sees where one is logged in, and ends what one does not know; of others’ sessions nothing',
  ],
  [
    '16.3.3 16.3.4',
    'refused input, logins too many and changes of passwords are in the audit, what is unexpected in the log',
    ACCOUNT,
    'changes of passwords, sessions that are ended and logins too many are written down, and no password is',
  ],
  [
    '6.2.1',
    'twelve characters at least',
    'server/cli/commands.test.ts',
    'user refuses a short password and a name that is taken',
  ],
  [
    '6.2.5 6.2.8 6.2.9 6.2.10',
    'hashed as typed, of any composition and length, for as long as the user likes',
    'server/platform/security/passwords.test.ts',
    'a password of any length is kept as argon2id, and as it was typed',
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
    'a session ends after half an hour without a call, and after twelve hours whatever happens',
  ],
  [
    '7.2.1 7.2.2 7.2.3 7.2.4 11.5.1',
    '32 random bytes, kept as their SHA-256, new at each login',
    SESSION,
    'a login replaces the session before it, and the database holds no token',
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
    'a new password signs the account out everywhere',
  ],
  [
    '7.4.4',
    'in the header of every page, and in the palette',
    'journeys/session.journey.ts',
    'confirms the logout and shows the login form',
  ],
  ['8.1.1 8.1.2 8.2.1', 'a table of who may call what', 'contract/roles.test.ts', 'who may %s'],
  ['8.2.2 8.4.1', 'what another user made is not there', ONES, 'a variable set is edited and deleted by its own user'],
  ['8.2.3 8.3.1 15.3.1', 'person by person, and by kind of variable, on the server', LEAKS, DISCLOSED_OF_NONE],
  [
    '11.2.1 11.2.2 11.2.3 11.4.2',
    'argon2id of a library beside the event loop, its cost in the hash',
    'server/platform/security/passwords.test.ts',
    'a password of any length is kept as argon2id, and as it was typed',
  ],
  [
    '13.4.2 13.4.3 13.4.5',
    'files of the build alone are served, and nothing is listed',
    'server/app/start-server.test.ts',
    'assets may be kept for ever, and what is not there is not found',
  ],
  ['13.4.4 16.5.3', 'what is not declared is refused', FUZZ, 'malformed URLs and headers get a response too'],
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
    'an invalid payload is reported with its path',
  ],
  ['15.3.7', 'a field that stands twice counts once', REFUSALS, 'a field that stands twice in a query counts once'],
  [
    '15.3.6',
    'records of names are maps, or asked by hasOwn',
    'contract/codes-of-objects.test.ts',
    'codes that are called like parts of every object keep their meanings, and take none from there',
  ],
  [
    '16.2.1 16.2.2 16.3.1 16.4.1',
    'who, what, when in UTC, from where, with which outcome, a line of JSON each',
    CLI,
    AUDIT,
  ],
  ['16.2.5 16.3.2', 'refusals are written down too, and no answers, passwords or tokens', ONES, WRITTEN_DOWN],
  ['16.5.1', 'what is unexpected is told as no more than that', FUZZ, CALM],
  [
    '16.5.2',
    'a full disk keeps nobody from reading',
    'server/platform/db/duckdb/durability.test.ts',
    'on a disk that is full saving fails in plain words, reading goes on, and nothing that was saved is lost',
  ],
  [
    '16.4.2',
    'rows are only added; the data folder is its owner’s alone',
    'server/platform/db/duckdb/durability.test.ts',
    'what is written is for the owner of the data folder alone',
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
    'of a list in the order of the hashes each password is found and no other, however its lines end',
  ],
  [
    '14.3.3',
    'drafts are what a user typed, of nobody’s answers, and go when they log out',
    'workspace/drafts/drafts.test.ts',
    'are deleted when their user logs out, and those of other users are kept',
  ],
]
