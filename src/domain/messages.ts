import { COMPLETENESS_VARIABLES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** Messages with a wording fixed by the specification (sections 2, 4, 5 and 8), and the few that it leaves open. */

// Section 5: validation.
export const required = (label: string) => `${label} is required.`
export const VARIABLE_NAME_TOO_SHORT = 'Variable name is not long enough; minimum 3 characters'
export const DUPLICATE_COHORT_NAME = 'A cohort with this name already exists. Please choose a different name.'
export const DUPLICATE_VARIABLE_SET_NAME =
  'A variable set with this name already exists. Please choose a different name.'
export const DUPLICATE_VARIABLE_NAME = 'A variable with this name already exists. Please choose a different name.'
export const DATE_TOO_SHORT = 'Date is not long enough'
export const DATE_TOO_LONG = 'Date is too long'

// Section 8: failures.
export const UNABLE_TO_LOG_IN = 'Unable to log in.'
export const UNABLE_TO_LOG_OUT = 'Unable to log out.'
export const UNABLE_TO_GET_APP_INFO = 'Unable to get backend app info.'
export const UNABLE_TO_GET_VARIABLES = 'Unable to get Variables.'
export const UNABLE_TO_GET_CUSTOM_VARIABLES = 'Unable to get custom Variables.'
export const UNABLE_TO_GET_VARIABLE = 'Unable to get Variable.'
export const UNABLE_TO_EDIT_VARIABLE = 'Unable to edit Variable.'
export const UNABLE_TO_GET_VARIABLE_EDITS = 'Unable to get Variable edits.'
export const UNABLE_TO_GET_SOURCE_VARIABLES = 'Unable to get the variables included in this Custom Variable.'
export const FAILED_TO_SAVE_CUSTOM_VARIABLE = 'Failed to save Custom Variable.'
export const UNABLE_TO_GET_COHORTS = 'Unable to get Cohorts.'
export const UNABLE_TO_DESCRIBE_COHORTS = 'Unable to describe Cohorts.'
export const unableToGetCohortsOfProject = (id: number | string) => `Unable to get Cohorts for project id ${id}.`
export const unableToGetVariableSetsOfProject = (id: number | string) =>
  `Unable to get Variable Sets for project id ${id}.`
export const unableToGetCustomVariablesOfProject = (id: number | string) =>
  `Unable to get custom Variables for project id ${id}.`
export const UNABLE_TO_GET_ALL_COHORTS = 'Unable to get All Cohorts.'
export const unableToGetSelectedCohort = (id: number | string) => `Unable to get selected cohort with id ${id}.`
export const couldNotGetCohort = (id: number | string) => `Could not get Cohort with id ${id}.`
export const UNABLE_TO_PREVIEW_COHORT = 'Unable to preview Cohort.'
export const UNABLE_TO_PREVIEW_PEDIGREE_SET = 'Unable to preview Pedigree Set.'
export const UNABLE_TO_SAVE_COHORT = 'Unable to save Cohort.'
export const UNABLE_TO_SAVE_PEDIGREE_SET = 'Unable to save Pedigree Set.'
export const UNABLE_TO_SAVE_PROJECT = 'Unable to save Project.'
export const UNABLE_TO_GET_PROJECTS = 'Unable to get Projects.'
export const unableToGetProject = (id: number | string) => `Unable to get project with id ${id}.`
export const unableToChangeProject = (id: number | string) => `Unable to change current working project to ${id}.`
export const UNABLE_TO_CHANGE_TO_DEFAULT_PROJECT = 'Unable to change current working project to the default project.'
export const UNABLE_TO_CHANGE_TO_NEW_PROJECT = 'Unable to change current working project to the new project.'
export const UNABLE_TO_UPDATE_PAGE = 'Unable to update changes on page. Please reload this window.'
export const UNABLE_TO_DELETE_PROJECT = 'Unable to delete Project.'
export const UNABLE_TO_GET_VARIABLE_SETS = 'Unable to get Variable Set(s).'
export const UNABLE_TO_SAVE_VARIABLE_SET = 'Unable to save Variable Set.'
export const ERROR_UPDATING_PAGE = 'Error updating page. Please reload to see changes.'
export const UNABLE_TO_PREVIEW_DOWNLOAD = 'Unable to preview Download.'
export const UNABLE_TO_GENERATE_DOWNLOAD = 'Unable to generate Download for preview.'
export const UNABLE_TO_GET_FILES = 'Unable to get the files.'
export const UNABLE_TO_MAKE_FILE_AGAIN = 'Unable to make the file again.'
export const UNABLE_TO_COUNT_ANSWERS = 'Unable to count the answers of the file.'
export const TOO_MANY_FOR_COMPLETENESS = `Answers are counted for at most ${formatCount(COMPLETENESS_VARIABLES_MAX)} variables.`
export const UNABLE_TO_GET_USES = 'Unable to get what is built on this.'
export const UNABLE_TO_GET_RELEASES = 'Unable to get the releases.'
export const UNABLE_TO_GET_TRASH = 'Unable to get the trash.'
export const UNABLE_TO_RESTORE = 'Unable to restore this.'
export const UNABLE_TO_GET_HISTORY = 'Unable to get the history.'
export const UNABLE_TO_RESTORE_VERSION = 'Unable to restore this version.'
export const UNABLE_TO_GET_STUDY_FILE = 'Unable to write the study file.'
export const UNABLE_TO_GET_SESSION_LOG = 'Unable to get the command log.'
export const UNABLE_TO_PLAN_STUDY_FILE = 'Unable to plan the study file.'
export const UNABLE_TO_APPLY_STUDY_FILE = 'Unable to apply the study file.'
export const UNABLE_TO_CHECK_HEALTH = 'Unable to check whether the server can answer.'
export const UNABLE_TO_GET_API_DESCRIPTION = 'Unable to get the description of the API.'
export const UNABLE_TO_GET_EXCHANGE_SCHEMA = 'Unable to get the schema of exchanged definitions.'
export const UNABLE_TO_CHANGE_PASSWORD = 'Unable to change the password.'
export const UNABLE_TO_GET_SESSIONS = 'Unable to get your sessions.'
export const UNABLE_TO_END_SESSION = 'Unable to end the session.'
export const UNABLE_TO_READ_EXPRESSION = 'Unable to read the expression.'
export const UNABLE_TO_GET_TOKENS = 'Unable to get your access tokens.'
export const UNABLE_TO_MAKE_TOKEN = 'Unable to make an access token.'
export const UNABLE_TO_REVOKE_TOKEN = 'Unable to revoke the access token.'
export const UNABLE_TO_SET_UP_SECOND_FACTOR = 'Unable to set up the second factor.'
export const UNABLE_TO_TURN_ON_SECOND_FACTOR = 'Unable to turn on the second factor.'
export const UNABLE_TO_TURN_OFF_SECOND_FACTOR = 'Unable to turn off the second factor.'
export const UNABLE_TO_MAKE_RECOVERY_CODES = 'Unable to make new recovery codes.'
export const UNABLE_TO_GET_AUDIT = 'Unable to get the audit log.'
export const UNABLE_TO_SEND_FILES = 'Unable to send the files.'
export const UNABLE_TO_READ_FILES = 'Unable to read the files.'
export const UNABLE_TO_IMPORT = 'Unable to import.'
export const UNABLE_TO_CANCEL_IMPORT = 'Unable to cancel the import.'
export const UNABLE_TO_UNDO_IMPORT = 'Unable to undo the import.'
export const UNABLE_TO_GET_PEDIGREES = 'Unable to get Pedigrees.'
export const unableToDelete = (entity: string) => `Unable to delete ${entity}.`

// Section 8: confirmations.
export const CHANGES_SAVED = 'Changes saved.'
export const savedWords = (entity: string, name: string) => `${entity} “${name}” saved.`
export const deletedWords = (entity: string, name: string) => `${entity} “${name}” deleted.`
export const restoredWords = (entity: string, name: string) => `${entity} “${name}” restored.`
export const CHANGED_MEANWHILE = 'It was changed in another window or by another program since you opened it.'
export const VARIABLE_SET_SAVED = 'Variable Set saved.'
export const LOGGED_OUT = 'Successfully logged out.'
export const EDITS_QUEUED = 'Variable edits queued for review.'
export const EDIT_APPROVED = 'Variable edit approved.'
export const EDIT_REJECTED = 'Variable edit rejected.'

// Section 8: other messages.
export const COHORTS_NOT_LOADED = 'A problem has occurred and no cohorts could be loaded'
export const COHORT_KIND_UNKNOWN = 'Unknown. The type of this Cohort is unrecognized.'
export const CUSTOM_VARIABLE_TYPE_UNKNOWN = 'Unknown custom variable type'
export const NO_RESULTS = 'No results found.'
export const NO_VARIABLE_SETS_IN_PROJECT = 'No Variable Sets have been created in this project yet!'
export const NO_VARIABLE_SETS = "You don't have any variable sets!"
export const UNEXPECTED_ERROR = 'Unexpected Application Error!'

// Section 6.
export const NO_COLLECTION_OF_COHORT = 'You have no access to any collection of this cohort.'
export const NO_COLLECTIONS = 'You have no access to any collection and cannot download.'

// Limits beyond the specification.
export const tooLong = (maxLength: number) => `Use at most ${formatCount(maxLength)} characters.`

// Changes, beyond the specification.
export const KEY_REUSED = 'This idempotency key belongs to another request. Send a new key.'
export const RIGHTS_CHANGED = 'Your access has changed since you sent this. Please try again.'

// Second factor, beyond the specification.
export const CODE_NEEDED = 'This account has a second factor. Enter its code.'
export const CODE_WRONG = 'This code is wrong, too old, or was used already.'
export const ENROLMENT_OVER = 'This secret is not the last one that you asked for. Start again.'
export const SECOND_FACTOR_FIRST = 'Turn on a second factor first: this server asks for one.'

/** Section 8 leaves this open: an interrupted download. */
export const CONNECTION_LOST = 'The connection was lost before the file was whole.'

// Section 2.
export const PAGE_NOT_FOUND = 'Page Not Found'
export const PAGE_NOT_FOUND_TEXT = 'The page you were looking for could not be found.'
export const TITLE_SUFFIX = ' | DIVER'

/** Error text: the status text, then the server's message if any, then the context sentence (spec section 8). */
export function errorText(statusText: string, serverMessage: string | null, context: string): string {
  return [statusText, serverMessage, context]
    .filter((part) => part !== null && part !== '')
    .map((part) => (/[.!?]$/.test(part ?? '') ? part : `${part}.`))
    .join(' ')
}

/** Below shares of a variable of which an individual may have several answers. */
export const ONLY_READABLE = 'Only individuals whose records you may read are counted.'
export const SEVERAL_ANSWERS = 'An individual may have several answers: percentages may add up to more than 100%.'
