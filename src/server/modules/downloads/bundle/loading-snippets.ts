import { hasSeveralCodes, isNumber } from '#domain/data-types.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'

/** The columns of one question by their names, newest version first. */
export type JoinedColumns = readonly (readonly string[])[]

/**
 * Reads the data file in R: texts, numbers, and empty fields as missing; `labelled` keeps the codes' meanings, `joined`
 * reads the versions of a question as one column.
 */
export function loadInR(columns: readonly DescribedColumn[], versions: JoinedColumns): string {
  const meanings = labelled(columns).map(
    ({ name, codes }) =>
      `  ${quoted(name)} = c(${codes.map(({ code, meaning }) => `${quoted(code)} = ${quoted(meaning)}`).join(', ')})`,
  )
  const joins = versions.map(([newest = '', ...older]) => `  ${quoted(newest)} = c(${older.map(quoted).join(', ')})`)
  return `# Reads data.csv. Codes stay texts, so that 01 is not 1; empty fields are missing.
data <- read.csv("data.csv", colClasses = "character", na.strings = "", check.names = FALSE,
                 encoding = "UTF-8")
numbers <- c(${namesOf(columns, isNumber)})
for (name in numbers) data[[name]] <- as.numeric(data[[name]])

# The same with the types in the file:
# data <- arrow::read_parquet("data.parquet")

# What codes mean, where the dictionary says it, and the columns with several codes in a cell.
meanings <- list(${meanings.length === 0 ? '' : `\n${meanings.join(',\n')}\n`})
several <- c(${namesOf(columns, hasSeveralCodes)})

# A column with its codes in words; codes without a meaning stay: labelled("VARIABLE")
labelled <- function(name) {
  known <- meanings[[name]]
  word <- function(codes) ifelse(codes %in% names(known), unname(known[codes]), codes)
  cells <- data[[name]]
  if (is.null(known)) return(cells)
  if (!(name %in% several)) return(word(cells))
  words <- vapply(strsplit(cells, ";", fixed = TRUE), function(codes) paste(word(codes), collapse = ";"), "")
  ifelse(is.na(cells), NA, words)
}

# The older versions of a question by the name of the newest one.
versions <- list(${joins.length === 0 ? '' : `\n${joins.join(',\n')}\n`})

# The versions of a question as one column, as in table1.tsv: the newest version with an answer counts: joined("VARIABLE")
joined <- function(name) {
  cells <- data[[name]]
  for (older in versions[[name]]) cells <- ifelse(is.na(cells), data[[older]], cells)
  cells
}
`
}

export function loadInPython(columns: readonly DescribedColumn[], versions: JoinedColumns): string {
  const meanings = labelled(columns).map(
    ({ name, codes }) =>
      `    ${quoted(name)}: {${codes.map(({ code, meaning }) => `${quoted(code)}: ${quoted(meaning)}`).join(', ')}},`,
  )
  const joins = versions.map(([newest = '', ...older]) => `    ${quoted(newest)}: [${older.map(quoted).join(', ')}],`)
  return `# Reads data.csv. Codes stay texts, so that 01 is not 1; empty fields are missing.
import pandas as pd

data = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""])
numbers = [${namesOf(columns, isNumber)}]
for name in numbers:
    data[name] = pd.to_numeric(data[name])

# The same with the types in the file:
# data = pd.read_parquet("data.parquet")

# What codes mean, where the dictionary says it, and the columns with several codes in a cell.
meanings = {${meanings.length === 0 ? '' : `\n${meanings.join('\n')}\n`}}
several = [${namesOf(columns, hasSeveralCodes)}]


def labelled(name):
    """A column with its codes in words; codes without a meaning stay: labelled("VARIABLE")"""
    known = meanings.get(name, {})
    if not known:
        return data[name]

    def word(cell):
        codes = cell.split(";") if name in several else [cell]
        return ";".join(known.get(code, code) for code in codes)

    return data[name].map(word, na_action="ignore")


# The older versions of a question by the name of the newest one.
versions = {${joins.length === 0 ? '' : `\n${joins.join('\n')}\n`}}


def joined(name):
    """The versions of a question as one column, as in table1.tsv; the newest with an answer counts: joined("VARIABLE")"""
    cells = data[name]
    for older in versions.get(name, []):
        cells = cells.fillna(data[older])
    return cells
`
}

interface LabelledColumn {
  readonly name: string
  readonly codes: readonly { readonly code: string; readonly meaning: string }[]
}

/**
 * The columns of codes with meanings. A level without a meaning would blank its answers, so such columns are left out.
 */
function labelled(columns: readonly DescribedColumn[]): LabelledColumn[] {
  return columns
    .map(({ name, codes }) => ({
      name,
      codes: codes.filter(({ code, meaning, written }) => code !== '' && meaning !== '' && written === code),
    }))
    .filter(({ codes }) => codes.length > 0)
}

function namesOf(columns: readonly DescribedColumn[], isWanted: (dataType: string) => boolean): string {
  return columns
    .filter((column) => isWanted(column.dataType))
    .map(({ name }) => quoted(name))
    .join(', ')
}

/** An ASCII string literal of both R and Python, independent of the script's encoding. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (sign) => {
    const hex = (sign.codePointAt(0) ?? 0).toString(16)
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
  })
}
