/** The tables of each earlier version, verbatim. */
const FIRST: readonly string[] = [
  `CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)`,
  `CREATE SEQUENCE id_sequence START 2`,
  `CREATE TABLE individual (
    individual_no INTEGER PRIMARY KEY,
    individual_id VARCHAR NOT NULL,
    family_id VARCHAR,
    father_no INTEGER,
    mother_no INTEGER,
    sex VARCHAR,
    is_placeholder BOOLEAN NOT NULL DEFAULT FALSE,
    collection VARCHAR NOT NULL,
    study_id VARCHAR NOT NULL,
    consent VARCHAR,
    dx_nimh VARCHAR
  )`,
  `CREATE TABLE form (
    form_no INTEGER PRIMARY KEY,
    table_name VARCHAR NOT NULL UNIQUE,
    instrument VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    title VARCHAR NOT NULL
  )`,
  `CREATE TABLE variable (
    variable_name VARCHAR PRIMARY KEY,
    form_no INTEGER NOT NULL,
    column_name VARCHAR NOT NULL,
    original_name VARCHAR NOT NULL,
    data_type VARCHAR NOT NULL,
    question VARCHAR NOT NULL,
    explicit_context VARCHAR NOT NULL DEFAULT '',
    implicit_context VARCHAR NOT NULL DEFAULT '',
    possible_values VARCHAR[] NOT NULL,
    value_mapping VARCHAR NOT NULL DEFAULT '{}',
    answer_validation VARCHAR NOT NULL DEFAULT '',
    answer_validation_desc VARCHAR NOT NULL DEFAULT '',
    section VARCHAR NOT NULL DEFAULT '',
    toc_page VARCHAR NOT NULL DEFAULT '',
    item VARCHAR NOT NULL DEFAULT '',
    pdf_file VARCHAR NOT NULL DEFAULT '',
    pdf_page VARCHAR NOT NULL DEFAULT '',
    observations INTEGER NOT NULL
  )`,
  `CREATE TABLE account (
    account_id INTEGER PRIMARY KEY,
    username VARCHAR NOT NULL UNIQUE,
    password_hash VARCHAR NOT NULL,
    first_name VARCHAR NOT NULL DEFAULT '',
    last_name VARCHAR NOT NULL DEFAULT '',
    is_admin BOOLEAN NOT NULL DEFAULT FALSE,
    collections VARCHAR[] NOT NULL,
    is_demo BOOLEAN NOT NULL DEFAULT FALSE
  )`,
  `CREATE TABLE current_project (account_id INTEGER PRIMARY KEY, projectid INTEGER NOT NULL)`,
  `CREATE TABLE session (
    token_hash VARCHAR PRIMARY KEY,
    account_id INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    seen_at TIMESTAMP NOT NULL
  )`,
  `CREATE TABLE project (
    projectid INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    description VARCHAR NOT NULL
  )`,
  `CREATE TABLE cohort (
    cohortid INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    projectid INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    parent_id INTEGER NOT NULL,
    secondparent_id INTEGER,
    variable_name VARCHAR,
    constraint_type VARCHAR NOT NULL,
    constraint_values VARCHAR[] NOT NULL,
    affected_constraint_type VARCHAR,
    min_pedsize INTEGER,
    ped_constraint VARCHAR,
    ped_constraint_count INTEGER,
    rowcount INTEGER NOT NULL,
    collections VARCHAR[] NOT NULL
  )`,
  `CREATE TABLE cohort_member (cohortid INTEGER NOT NULL, individual_no INTEGER NOT NULL)`,
  `CREATE TABLE variable_set (
    varsetid INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    projectid INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    variables VARCHAR[] NOT NULL
  )`,
  `CREATE TABLE download (
    download_id VARCHAR PRIMARY KEY,
    account_id INTEGER NOT NULL,
    cohortid INTEGER NOT NULL,
    varsetid INTEGER NOT NULL,
    made_at TIMESTAMP NOT NULL
  )`,
]

const SECOND: readonly string[] = [
  `CREATE TABLE custom_variable (
    constructid INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    projectid INTEGER NOT NULL,
    variable_name VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    construct_type VARCHAR NOT NULL,
    default_value VARCHAR NOT NULL,
    sources VARCHAR[] NOT NULL,
    value_definitions VARCHAR NOT NULL
  )`,
  `CREATE TABLE variable_edit (
    edit_id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    variable_name VARCHAR NOT NULL,
    changes VARCHAR NOT NULL,
    comment VARCHAR NOT NULL,
    made_at TIMESTAMP NOT NULL,
    state VARCHAR NOT NULL
  )`,
  `CREATE TABLE audit (
    happened_at TIMESTAMP NOT NULL,
    username VARCHAR,
    address VARCHAR NOT NULL,
    action VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    status INTEGER NOT NULL
  )`,
]

const THIRD: readonly string[] = [
  `CREATE TABLE pedigree_mark (
    individual_no INTEGER NOT NULL,
    is_proband BOOLEAN NOT NULL,
    is_deceased BOOLEAN NOT NULL,
    twin_of INTEGER,
    is_identical BOOLEAN
  )`,
]

/** Added later without a new version. */
const THIRD_LATER: readonly string[] = [
  `CREATE TABLE variable_edit_decision (
    edit_id INTEGER PRIMARY KEY,
    decided_by VARCHAR NOT NULL,
    decided_at TIMESTAMP NOT NULL,
    comment VARCHAR NOT NULL,
    replaced VARCHAR
  )`,
]

const FOURTH: readonly string[] = [
  `CREATE TABLE kept_answer (
    account_id INTEGER NOT NULL,
    change_key VARCHAR PRIMARY KEY,
    made INTEGER,
    kept_at TIMESTAMP NOT NULL
  )`,
]

const FIFTH: readonly string[] = [`ALTER TABLE variable ADD COLUMN part_table VARCHAR`]

const SEVENTH: readonly string[] = [
  `CREATE TABLE second_factor (account_id INTEGER PRIMARY KEY, sealed_secret VARCHAR NOT NULL)`,
  `CREATE TABLE recovery_code (account_id INTEGER NOT NULL, code VARCHAR NOT NULL)`,
  `CREATE TABLE spent_code (
    account_id INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    step BIGINT,
    PRIMARY KEY (account_id, code)
  )`,
]

const EIGHTH: readonly string[] = [
  `CREATE TABLE coverage (
    table_name VARCHAR NOT NULL,
    collection VARCHAR NOT NULL,
    counts VARCHAR NOT NULL
  )`,
]

/** Version 9. */
const NINTH: readonly string[] = [`ALTER TABLE session ADD COLUMN program VARCHAR`]

const UP_TO_FOURTH = [...FIRST, ...SECOND, ...THIRD, ...THIRD_LATER, ...FOURTH]

export const EARLIER_SCHEMAS = [
  { name: 'version 1', version: 1, tables: FIRST },
  { name: 'version 2', version: 2, tables: [...FIRST, ...SECOND] },
  { name: 'version 3', version: 3, tables: [...FIRST, ...SECOND, ...THIRD] },
  { name: 'version 3 with edits decided', version: 3, tables: [...FIRST, ...SECOND, ...THIRD, ...THIRD_LATER] },
  { name: 'version 4', version: 4, tables: UP_TO_FOURTH },
  { name: 'version 5', version: 5, tables: [...UP_TO_FOURTH, ...FIFTH] },
  // It changed PostgreSQL's tables only.
  { name: 'version 6', version: 6, tables: [...UP_TO_FOURTH, ...FIFTH] },
  { name: 'version 7', version: 7, tables: [...UP_TO_FOURTH, ...FIFTH, ...SEVENTH] },
  { name: 'version 8', version: 8, tables: [...UP_TO_FOURTH, ...FIFTH, ...SEVENTH, ...EIGHTH] },
  { name: 'version 9', version: 9, tables: [...UP_TO_FOURTH, ...FIFTH, ...SEVENTH, ...EIGHTH, ...NINTH] },
] as const
