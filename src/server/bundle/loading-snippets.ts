import type { DescribedColumn } from '#server/bundle/columns.ts'

/** Reads the data file in R: texts as texts, numbers as numbers, empty fields as missing. */
export function loadInR(columns: readonly DescribedColumn[]): string {
  return `# Reads data.csv. Codes stay texts, so that 01 is not 1; empty fields are missing.
data <- read.csv("data.csv", colClasses = "character", na.strings = "", check.names = FALSE,
                 encoding = "UTF-8")
numbers <- c(${numbersOf(columns)})
data[numbers] <- lapply(data[numbers], as.numeric)

# The same with the types in the file:
# data <- arrow::read_parquet("data.parquet")

# What a code means, where the dictionary says it; others stay as they are:
# levels <- jsonlite::read_json("data.json")[["VARIABLE"]][["Levels"]]
# label <- function(x) ifelse(x %in% names(levels), unlist(levels)[x], x)
`
}

/** The same in Python. */
export function loadInPython(columns: readonly DescribedColumn[]): string {
  return `# Reads data.csv. Codes stay texts, so that 01 is not 1; empty fields are missing.
import pandas as pd

data = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""])
numbers = [${numbersOf(columns)}]
data[numbers] = data[numbers].apply(pd.to_numeric)

# The same with the types in the file:
# data = pd.read_parquet("data.parquet")

# What a code means, where the dictionary says it; others stay as they are:
# import json
# levels = json.load(open("data.json"))["VARIABLE"]["Levels"]
# data["VARIABLE"].replace(levels)
`
}

function numbersOf(columns: readonly DescribedColumn[]): string {
  return columns
    .filter(({ dataType }) => dataType === 'numberrange')
    .map(({ name }) => JSON.stringify(name))
    .join(', ')
}
