import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/limits.ts'
import { tooLong } from '#domain/messages.ts'

/** Most frequent stolen passwords, without common prefixes and suffixes. */
const COMMON = new Set(
  `password passwort passphrase motdepasse contrasena wachtwoord haslo parola senha qwerty qwertz azerty qwertyuiop
  qwertzuiop azertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc iloveyou ilovegod loveme
  lovelove letmein trustno changeme changeit admin administrator adminadmin root rootroot toor user username login
  logmein guest welcome willkommen bienvenue welcometo hello hallo bonjour helloworld sunshine princess dragon monkey
  football baseball basketball superman batman spiderman starwars pokemon master mustang shadow michael jennifer
  jessica ashley charlie jordan thomas daniel summer winter spring autumn sommer fruehling herbst secret geheim
  topsecret default standard temporary temppass test testtest tester testing demo sample example access accessgranted
  computer internet google facebook microsoft windows linux ubuntu oracle database server cisco security whatever
  freedom liverpool chelsea arsenal barcelona manchester manchesterunited realmadrid jesus jesuschrist blessed family
  forever cheese chocolate butterfly unicorn diver diverworkspace research researcher science psychiatry genetics`.split(
    /\s+/,
  ),
)

/** Keyboard rows, digits and the alphabet. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]
const REPEATED_AT_MOST = 4

/** Letters by their usual substitutes. */
const MEANT: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The message for a password in the list of stolen passwords, if the server has one (OWASP ASVS 6.2.12). */
export const STOLEN_PASSWORD = 'This password was stolen somewhere and is known; choose another.'

/**
 * The reason why a password is rejected (OWASP ASVS 6.2), or null: too short, too long, too common, or the user name.
 */
export function passwordProblem(password: string, username = ''): string | null {
  if (password.length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return tooLong(PASSWORD_MAX)
  if (isCommon(password)) return 'Many people have this password; choose another.'
  const bare = coreOf(password.toLowerCase())
  const isOwnName =
    username !== '' && (isRepeated(bare, username.toLowerCase()) || password.toLowerCase() === username.toLowerCase())
  return isOwnName ? 'This is your own name; choose another.' : null
}

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (RUNS.some((run) => run.includes(lower) || backwards(run).includes(lower))) return true
  if (isOfFewCharacters(lower)) return true
  const meant = coreOf(lower).replaceAll(/[^a-z]/g, (character) => MEANT[character] ?? '')
  const plain = lower.replaceAll(/[^a-z]/g, '')
  return [...COMMON].some((word) => isRepeated(meant, word) || isRepeated(plain, word))
}

function backwards(run: string): string {
  return run.split('').toReversed().join('')
}

/** Strips leading and trailing digits and signs. */
function coreOf(text: string): string {
  return text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
}

function isRepeated(text: string, word: string): boolean {
  return text !== '' && word !== '' && text.replaceAll(word, '') === ''
}

/** Whether the text consists of a few distinct characters. */
function isOfFewCharacters(text: string): boolean {
  for (let length = 1; length <= REPEATED_AT_MOST; length++) {
    if (isRepeated(text.slice(0, text.length - (text.length % length)), text.slice(0, length))) return true
  }
  return false
}
