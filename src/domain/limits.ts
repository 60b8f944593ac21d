/** Business constants and limits (spec section 9). */

export const API_PREFIX = '/api/v0'
export const ROOT_PROJECT_ID = 1
export const ROOT_COHORT_ID = 1

export const PAGE_SIZES = [10, 25, 50] as const
export const DEFAULT_PAGE_SIZE = 10
export const TOP_ANSWERS_SHOWN = 10

export const VARIABLE_NAME_MAX = 48
export const VARIABLE_NAME_MIN = 3
export const VALUE_NAME_MAX = 48
export const COHORT_NAME_MAX = 48
export const VARIABLE_SET_NAME_MAX = 64
export const PROJECT_NAME_MAX = 32

export const MINIMUM_VALUES = 2
export const CONSTRAINT_VALUES_MAX = 1_000
/** Characters of a regular expression. */
export const PATTERN_LENGTH_MAX = 1_000
export const DESCRIPTION_MAX = 4_000
/** Characters of a name and of a code, whatever it names, and of any other text that is sent. */
export const ANY_NAME_MAX = 255
export const ANY_TEXT_MAX = 10_000
export const SEARCH_TEXT_MAX = 1_000

/** Values and sources of one custom variable, and the cells of a table of two. */
export const CUSTOM_VALUES_MAX = 500
export const CUSTOM_SOURCES_MAX = 200
export const COMBINATIONS_MAX = 10_000
/**
 * Custom variables built on each other: levels, and the conditions and catalog variables of all of them together. Ten
 * levels of twenty variables with twenty sources each have 4,000 conditions.
 */
export const CUSTOM_LEVELS_MAX = 12
export const CUSTOM_CONDITIONS_MAX = 5_000
export const CUSTOM_BASE_VARIABLES_MAX = 200
/** Conditions of all custom variables of a set that is downloaded. */
export const SET_CONDITIONS_MAX = 20_000
export const DATE_LENGTH = 10
export const DEFAULT_MINIMUM_PEDIGREE_SIZE = 0

export const TOAST_MILLISECONDS = 5_000
export const TOOLTIP_FADE_MILLISECONDS = 50
export const CHUNK_LOAD_TIMEOUT_MILLISECONDS = 120_000

export const UNKNOWN_VALUE = '[UNK]'

/** Shown on the dashboard until a back end tells its own figures. */
export const DEFAULT_STATS = { individuals: 106_466, forms: 35, studies: 53, collections: 5 } as const

export const FRONT_END_VERSION = '0.50.3'
export const APP_VERSION = '1.0.0'

/** Rows of a download preview: asked for without a limit, and at most. */
export const DOWNLOAD_PREVIEW_ROWS = 50
export const DOWNLOAD_PREVIEW_ROWS_MAX = 1_000
/** A download of which its client reads nothing for so long is ended. */
export const DOWNLOAD_STALL_SECONDS = 60

/** Bins of a number's distribution: asked for without a number, and at most; and cohorts set side by side. */
export const DISTRIBUTION_BINS = 20
export const DISTRIBUTION_BINS_MAX = 200
export const DISTRIBUTION_COHORTS_MAX = 8

/** Pedigrees drawn of one answer: asked for without a limit, and at most. */
export const PEDIGREES_AT_ONCE = 10
export const PEDIGREES_AT_ONCE_MAX = 100

/** Hits of a search that asks for the first alone, at most. */
export const SEARCH_LIMIT_MAX = 1_000
/** Variables shown where none has all the words of a search, and words to mark in them. */
export const NEAREST_SHOWN = 20
export const SEARCH_MARKS_MAX = 100
/** Names in one lookup and in one variable set, and the characters of a name that a call may carry. */
export const LOOKUP_NAMES_MAX = 250
export const VARIABLE_SET_NAMES_MAX = 20_000
/** Bars of a small distribution in a row, and rows asked for at once. */
export const SKETCH_BARS = 12
/** Bins of a number where small counts are suppressed: the same whatever is asked for. */
export const BINS_SHOWN = 20
export const SKETCHES_MAX = 50
/** Variables of other forms that ask the same, at most. */
export const SIMILAR_SHOWN = 20

/** What one row or line, one table's columns and one dictionary of an import may hold; more is no data set's. */
export const IMPORT_ROW_BYTES_MAX = 16 * 1024 * 1024
export const IMPORT_COLUMNS_MAX = 20_000
export const IMPORT_TEXT_BYTES_MAX = 128 * 1024 * 1024

/** What may be sent for an import through the page: in all, a piece of a file at once, files, letters of a path. */
export const IMPORT_BYTES_MAX = 2 * 1024 * 1024 * 1024
export const IMPORT_PIECE_BYTES = 4 * 1024 * 1024
export const IMPORT_FILES_MAX = 20_000
export const IMPORT_PATH_MAX = 500
/** Problems that a report names, and values of a variable; of others it says how many there are. */
export const IMPORT_PROBLEMS_SHOWN = 1_000
export const IMPORT_VALUES_SHOWN = 10

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 1_000
/** Bytes of the body of a login: who sends it may have no account. */
export const LOGIN_BYTES_MAX = 4_096

/** One-time codes of a second factor (RFC 6238), as the apps that show them know them. */
export const ONE_TIME_CODE_DIGITS = 6
export const ONE_TIME_CODE_SECONDS = 30
/** Codes for whoever has lost the device, made at once, and the letters of one: 120 bits. */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LETTERS = 24

export const AUDIT_ROWS_AT_ONCE = 200

/** A session ends so long after its last call, and so long after its login whatever happens. */
export const SESSION_IDLE_SECONDS = 30 * 60
export const SESSION_LONGEST_SECONDS = 12 * 60 * 60
/** So long before, its user is told. */
export const SESSION_WARNING_SECONDS = 2 * 60
