/** Business constants and limits (spec section 9). */

export const API_PREFIX = '/api/v0'
export const ROOT_PROJECT_ID = 1
export const ROOT_COHORT_ID = 1

export const PAGE_SIZES = [10, 25, 50] as const
export const DEFAULT_PAGE_SIZE = 10
/** Defaults of imported rows without collection or study. */
export const DEFAULT_COLLECTION = 'ct'
export const DEFAULT_STUDY = '1'
export const TOP_ANSWERS_SHOWN = 10

export const VARIABLE_NAME_MAX = 48
export const VARIABLE_NAME_MIN = 3
export const VALUE_NAME_MAX = 48
export const COHORT_NAME_MAX = 48
export const VARIABLE_SET_NAME_MAX = 64
export const PROJECT_NAME_MAX = 32

/** Access tokens: days until they expire, those of one account, and requests of one a minute. */
export const TOKEN_DAYS = [30, 90, 180, 365] as const
export const TOKEN_DAYS_DEFAULT = 90
export const TOKEN_DAYS_MAX = 365
export const TOKENS_MAX = 20
export const TOKEN_NAME_MAX = 48
export const TOKEN_CALLS_A_MINUTE = 600

export const MINIMUM_VALUES = 2
export const CONSTRAINT_VALUES_MAX = 1_000
/** Maximum length of a regular expression. */
export const PATTERN_LENGTH_MAX = 1_000
/** Maximum seconds of a request's statement with a regular expression. */
export const PATTERN_SECONDS_MAX = 10
export const DESCRIPTION_MAX = 4_000
/** Maximum lengths of names and codes, and of other texts in requests. */
export const ANY_NAME_MAX = 255
export const ANY_TEXT_MAX = 10_000
export const SEARCH_TEXT_MAX = 1_000

/** Limits of one custom variable: values, sources, and cells of a table of two variables. */
export const CUSTOM_VALUES_MAX = 500
export const CUSTOM_SOURCES_MAX = 200
export const COMBINATIONS_MAX = 10_000
/** Earlier values of a preview that are named beside a value because they overlap with it: the largest. */
export const OVERLAPS_OF_VALUE_MAX = 20
/**
 * Limits of nested custom variables: levels, and total conditions and catalog variables. Ten levels of twenty variables
 * with twenty sources each have 4,000 conditions.
 */
export const CUSTOM_LEVELS_MAX = 12
export const CUSTOM_CONDITIONS_MAX = 5_000
export const CUSTOM_BASE_VARIABLES_MAX = 200
/** Limits of a score's formula: its length, its cost, and its multiplications and divisions. */
export const FORMULA_LENGTH_MAX = 10_000
export const FORMULA_COST_MAX = 1_000
export const FORMULA_PRODUCTS_MAX = 10
/** Total conditions of the custom variables of a downloaded set. */
export const SET_CONDITIONS_MAX = 20_000
/** Similarity from which two texts are the same question. */
export const SAME_QUESTION_SCORE = 0.95
/** Limits of a cohort's rules: rules and groups, levels of groups in groups, and values of a rule on strata. */
export const RULES_MAX = 200
export const RULE_LEVELS_MAX = 8
/** Groups that count relatives: each reads all individuals several times. */
export const RELATIVES_GROUPS_MAX = 20
export const RULE_NOTE_MAX = 1_000
export const STRATUM_VALUES_MAX = 200
/** Steps of a lineage whose outcomes are counted again for its flow. */
export const FLOW_PREVIEWS_MAX = 20
/** How deep second cohorts of compound sets have steps of their own, and cohorts in a flow with such steps. */
export const FLOW_ARMS_DEEP = 2
export const FLOW_COHORTS_MAX = 40
/** Cohorts that rules may need in a back end that keeps one condition per cohort. */
export const PLAIN_COHORTS_MAX = 50
/** Versions of a saved object that are kept: the first and the newest. */
export const HISTORY_VERSIONS_MAX = 100
export const DATE_LENGTH = 10
export const DEFAULT_MINIMUM_PEDIGREE_SIZE = 0

export const TOAST_MILLISECONDS = 5_000
export const TOOLTIP_FADE_MILLISECONDS = 50
export const CHUNK_LOAD_TIMEOUT_MILLISECONDS = 120_000

export const UNKNOWN_VALUE = '[UNK]'

/** Shown on the dashboard until the back end reports its own figures. */
export const DEFAULT_STATS = {
  individuals: 106_466,
  placeholders: null,
  forms: 35,
  studies: 53,
  collections: 5,
} as const

export const FRONT_END_VERSION = '0.50.3'
export const APP_VERSION = '1.0.0'

/** Rows of a download preview: default and maximum. */
export const DOWNLOAD_PREVIEW_ROWS = 50
export const DOWNLOAD_PREVIEW_ROWS_MAX = 1_000
/** Variables whose answers are counted before a download. */
export const COMPLETENESS_VARIABLES_MAX = 1_000
/** Recorded files of an account, and recorded repeats of these. */
export const DOWNLOAD_FILES_MAX = 1_000
/** A download that its client does not read for this time is aborted. */
export const DOWNLOAD_STALL_SECONDS = 60

/** Bins of a distribution: default and maximum; and the maximum of compared cohorts. */
export const DISTRIBUTION_BINS = 20
export const DISTRIBUTION_BINS_MAX = 200
export const DISTRIBUTION_COHORTS_MAX = 8

/** Values or bins of a variable that is drawn against another. */
export const AGAINST_PLACES_MAX = 24
/** Individuals of a scatter plot by points; more are counted in bins only. */
export const AGAINST_POINTS_MAX = 2_000

/** Variables of one description or of a bundle's Table 1, in one request, and groups of a description by a variable. */
export const DESCRIBED_VARIABLES_MAX = 300
export const DESCRIBED_AT_ONCE_MAX = 50
export const DESCRIBED_GROUPS_MAX = 8
/** Characters of a row's label in Table 1. */
export const ROW_LABEL_MAX = 300

/** Pedigrees on one contact sheet. */
export const PEDIGREES_ON_SHEET = 12
/** Pedigrees in one response: default and maximum. */
export const PEDIGREES_AT_ONCE = 10
export const PEDIGREES_AT_ONCE_MAX = 100

/** Limits of a study file: characters, bytes of a request with it, declarations, and problems that are listed. */
export const STUDY_LENGTH_MAX = 1_000_000
export const STUDY_BYTES_MAX = 4 * 1024 * 1024
export const STUDY_DECLARATIONS_MAX = 1_000
export const STUDY_PROBLEMS_MAX = 50

/** Maximum limit of a search. */
export const SEARCH_LIMIT_MAX = 1_000
/** Variables shown if none matches all words of a search, and the number of words marked. */
export const NEAREST_SHOWN = 20
export const SEARCH_MARKS_MAX = 100
/** Maximum names in one lookup and in one variable set, and characters of a name in a request. */
export const LOOKUP_NAMES_MAX = 250
export const VARIABLE_SET_NAMES_MAX = 20_000
/** Bars of a small distribution, and distributions in one request. */
export const SKETCH_BARS = 12
/** Bins with disclosure control: fixed, independent of the request. */
export const BINS_SHOWN = 20
export const SKETCHES_MAX = 50
/** Maximum of similar variables of other forms. */
export const SIMILAR_SHOWN = 20

/** Maximum sizes in an import: a row or line, columns of a table, a dictionary. Real data sets stay below. */
export const IMPORT_ROW_BYTES_MAX = 16 * 1024 * 1024
export const IMPORT_COLUMNS_MAX = 20_000
export const IMPORT_NAME_BYTES_MAX = 64 * 1024
export const IMPORT_TEXT_BYTES_MAX = 128 * 1024 * 1024

/** Maximum upload of an import through the page: total bytes, bytes of a chunk, files, characters of a path. */
export const IMPORT_BYTES_MAX = 2 * 1024 * 1024 * 1024
export const IMPORT_PIECE_BYTES = 4 * 1024 * 1024
export const IMPORT_FILES_MAX = 20_000
export const IMPORT_PATH_MAX = 500
/** Problems listed in a report, and values of a variable; the report counts the others. */
export const IMPORT_PROBLEMS_SHOWN = 1_000
export const IMPORT_VALUES_SHOWN = 10

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 1_000
/** Maximum body of a login request: the sender is anonymous. */
export const LOGIN_BYTES_MAX = 4_096

/** One-time codes (RFC 6238), with the defaults of authenticator apps. */
export const ONE_TIME_CODE_DIGITS = 6
export const ONE_TIME_CODE_SECONDS = 30
/** Recovery codes for a lost device: the number generated together, and the letters of one (120 bits). */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LETTERS = 24

export const AUDIT_ROWS_AT_ONCE = 200

/** Lifetimes of a session: idle, and absolute since login. */
export const SESSION_IDLE_SECONDS = 30 * 60
export const SESSION_LONGEST_SECONDS = 12 * 60 * 60
/** Time before the end of a session at which the user is warned. */
export const SESSION_WARNING_SECONDS = 2 * 60

/** Leading columns of a cohort file, which identify the individual. */
export const OWN_COLUMNS = ['individual_id', 'family_id', 'collection', 'study_id', 'consent', 'dx_nimh'] as const
