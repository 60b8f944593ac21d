# DIVER in R: count cohorts by expressions, describe them, and download their data.
#
# One file: R 4.0 or later and the program curl, which all systems have. With tibble, tables are tibbles.
#
#   source("diver.R")
#   d <- diver()                                  # DIVER_SERVER and DIVER_TOKEN, or the login of `diver login`
#   women <- cohort(d, "SEX = Female")
#   high <- cohort(d, "MOOD_HIGH_EVER = Yes")
#   count(high & women)                           # match, no_match, unknown, no_record

# Connection ---------------------------------------------------------------------------------------------------------

#' A server and an access token, by default those of the environment or of `diver login`.
diver <- function(server = NULL, token = NULL, project = NULL) {
  file <- .diver_settings_file()
  kept <- if (file.exists(file)) .diver_from_json(paste(readLines(file, warn = FALSE), collapse = "\n")) else list()
  first <- function(...) Find(function(one) !is.null(one) && nzchar(one), list(...))
  server <- .diver_origin(first(server, Sys.getenv("DIVER_SERVER"), kept$server, "http://127.0.0.1:8080"))
  is_same <- !is.null(kept$server) && .diver_origin(kept$server) == server
  token <- first(token, Sys.getenv("DIVER_TOKEN"), if (is_same) kept$token)
  if (is.null(token)) stop("No access token. Make one in \u201cYour account\u2026\u201d, then run: diver login", call. = FALSE)
  structure(list(server = server, token = token, project = project), class = "diver")
}

print.diver <- function(x, ...) cat("<diver ", x$server, ">\n", sep = "")
# Without it the token would be printed.
format.diver <- function(x, ...) paste0("<diver ", x$server, ">")

.diver_settings_file <- function() {
  folder <- Sys.getenv("XDG_CONFIG_HOME")
  if (!nzchar(folder)) {
    folder <- switch(Sys.info()[["sysname"]],
      Darwin = file.path(Sys.getenv("HOME"), "Library", "Application Support"),
      Windows = Sys.getenv("APPDATA"),
      file.path(Sys.getenv("HOME"), ".config")
    )
  }
  file.path(folder, "diver", "settings.json")
}

.diver_origin <- function(address) {
  if (!grepl("://", address, fixed = TRUE)) address <- paste0("https://", address)
  sub("^([a-zA-Z]+://[^/?#]*).*$", "\\1", address)
}

# Requests -----------------------------------------------------------------------------------------------------------

#' Any request of the API (see /api/v0/openapi.json); returns its JSON as lists. A request without an answer is sent
#' again; a change has an idempotency key, so that it is done once.
diver_call <- function(d, method, path, body = NULL, query = NULL) {
  file <- tempfile()
  on.exit(unlink(file))
  .diver_send(d, method, path, body, query, file)
  .diver_from_json(.diver_read(file))
}

.diver_read <- function(file) {
  text <- readChar(file, file.size(file), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  text
}

.diver_send <- function(d, method, path, body, query, file) {
  query <- Filter(Negate(is.null), query)
  address <- paste0(d$server, "/api/v0", path)
  if (length(query) > 0) {
    pairs <- vapply(names(query), function(name) {
      paste0(name, "=", utils::URLencode(as.character(query[[name]]), reserved = TRUE))
    }, "")
    address <- paste0(address, "?", paste(pairs, collapse = "&"))
  }
  quoted <- function(text) paste0('"', gsub("([\"\\\\])", "\\\\\\1", text), '"')
  config <- c(
    paste("url =", quoted(address)),
    paste("request =", quoted(method)),
    # In a file that only the user reads: an argument would be seen in the list of processes.
    paste("header =", quoted(paste("Authorization: Bearer", d$token))),
    paste("output =", quoted(file)),
    "silent", "show-error", "compressed", 'write-out = "%{http_code}"',
    # Answers that say: again later. Without an answer too.
    "retry = 3", "retry-connrefused", "max-time = 600"
  )
  if (method != "GET") config <- c(config, paste("header =", quoted(paste("Idempotency-Key:", .diver_key()))))
  sent <- NULL
  if (!is.null(body)) {
    sent <- tempfile()
    writeLines(.diver_to_json(Filter(Negate(is.null), body)), sent, sep = "", useBytes = TRUE)
    config <- c(config, 'header = "Content-Type: application/json"', paste("data-binary =", quoted(paste0("@", sent))))
  }
  settings <- tempfile()
  on.exit(unlink(c(settings, sent)))
  file.create(settings)
  Sys.chmod(settings, "600")
  writeLines(enc2utf8(config), settings, useBytes = TRUE)
  status <- suppressWarnings(system2("curl", c("--config", shQuote(settings)), stdout = TRUE, stderr = FALSE))
  code <- suppressWarnings(as.integer(utils::tail(status, 1)))
  if (length(code) == 0 || is.na(code) || code == 0) stop(d$server, " does not answer.", call. = FALSE)
  if (code >= 400) stop(.diver_message(file, code), call. = FALSE)
  if (code >= 300) stop(d$server, " redirects elsewhere.", call. = FALSE)
  invisible(code)
}

.diver_key <- function() paste(sample(c(0:9, letters[1:6]), 32, replace = TRUE), collapse = "")

.diver_message <- function(file, code) {
  body <- tryCatch(.diver_from_json(.diver_read(file)), error = function(e) NULL)
  issues <- vapply(body$issues, function(one) if (nzchar(one$path)) paste0(one$path, ": ", one$message) else one$message, "")
  text <- paste(c(body$message, issues), collapse = "\n")
  if (nzchar(text)) text else paste("HTTP", code)
}

# JSON ---------------------------------------------------------------------------------------------------------------

# A list without names is an array, one with names an object; a text or number alone is itself.
.diver_to_json <- function(x) {
  if (is.null(x)) return("null")
  if (is.list(x) || length(x) != 1) {
    parts <- vapply(x, .diver_to_json, "", USE.NAMES = FALSE)
    if (is.null(names(x))) return(paste0("[", paste(parts, collapse = ","), "]"))
    keys <- vapply(names(x), .diver_json_text, "", USE.NAMES = FALSE)
    return(paste0("{", paste(keys, parts, sep = ":", collapse = ","), "}"))
  }
  if (is.na(x)) return("null")
  if (is.logical(x)) return(if (x) "true" else "false")
  if (is.numeric(x)) return(format(x, digits = 17, scientific = FALSE, trim = TRUE))
  .diver_json_text(x)
}

.diver_json_text <- function(text) {
  text <- gsub("([\"\\\\])", "\\\\\\1", enc2utf8(as.character(text)))
  for (code in 1:31) {
    text <- gsub(intToUtf8(code), sprintf("\\u%04x", code), text, fixed = TRUE)
  }
  paste0('"', text, '"')
}

# Objects are named lists, arrays lists; null is NULL within a list.
.diver_from_json <- function(text) {
  token <- '"(?:[^"\\\\]|\\\\.)*"|-?[0-9.]+(?:[eE][-+]?[0-9]+)?|true|false|null|[][{},:]'
  tokens <- regmatches(text, gregexpr(token, text, perl = TRUE))[[1]]
  place <- 0L
  value <- function() {
    place <<- place + 1L
    one <- tokens[[place]]
    switch(substr(one, 1, 1),
      "{" = structured("}", TRUE),
      "[" = structured("]", FALSE),
      "\"" = .diver_unescaped(one),
      "t" = TRUE,
      "f" = FALSE,
      "n" = NULL,
      as.numeric(one)
    )
  }
  structured <- function(end, has_names) {
    values <- list()
    keys <- character()
    while (tokens[[place + 1L]] != end) {
      if (has_names) {
        keys[[length(keys) + 1L]] <- value()
        place <<- place + 1L
      }
      found <- value()
      values[length(values) + 1L] <- list(found)
      if (tokens[[place + 1L]] == ",") place <<- place + 1L
    }
    place <<- place + 1L
    if (has_names) names(values) <- keys
    values
  }
  value()
}

.diver_unescaped <- function(token) {
  text <- substr(token, 2, nchar(token) - 1)
  if (!grepl("\\", text, fixed = TRUE)) return(text)
  escapes <- regmatches(text, gregexpr("\\\\(?:u[0-9a-fA-F]{4}|.)", text, perl = TRUE))[[1]]
  plain <- vapply(escapes, function(one) {
    switch(substr(one, 2, 2),
      n = "\n", t = "\t", r = "\r", b = "\b", f = "\f",
      u = intToUtf8(strtoi(substr(one, 3, 6), 16)),
      substr(one, 2, 2)
    )
  }, "")
  regmatches(text, gregexpr("\\\\(?:u[0-9a-fA-F]{4}|.)", text, perl = TRUE)) <- list(plain)
  text
}

.diver_table <- function(rows) {
  fields <- unique(unlist(lapply(rows, names)))
  columns <- lapply(fields, function(field) {
    unlist(lapply(rows, function(row) if (is.null(row[[field]])) NA else row[[field]]))
  })
  names(columns) <- fields
  table <- as.data.frame(columns, stringsAsFactors = FALSE, check.names = FALSE)
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(table) else table
}

# Variables ----------------------------------------------------------------------------------------------------------

#' The best variables for some words.
diver_search <- function(d, words, limit = 20) {
  sent <- list(searchstring = words, searchtype = "question", limit = limit, nearest = TRUE)
  fields <- c("variable_name", "question", "data_type", "observations")
  .diver_table(lapply(diver_call(d, "POST", "/variable/search", sent)$data, function(hit) hit[fields]))
}

#' Variables: their questions, values with meanings, and numbers of answers.
diver_variables <- function(d, names) {
  starts <- seq(1, by = 250, length.out = ceiling(length(names) / 250))
  unlist(lapply(starts, function(start) {
    some <- names[start:min(start + 249, length(names))]
    .diver_all_found(some, diver_call(d, "POST", "/variable/lookup", list(variable_names = as.list(some)))$data)
  }), recursive = FALSE)
}

.diver_all_found <- function(names, found) {
  known <- tolower(vapply(found, function(one) one$variable_name, ""))
  lacking <- names[!tolower(names) %in% known]
  if (length(lacking) > 0) stop("There is no variable ", paste(lacking, collapse = ", "), ".", call. = FALSE)
  found
}

# Cohorts ------------------------------------------------------------------------------------------------------------

#' The cohort of an expression, or a saved cohort by its name. `&`, `|` and `!` combine cohorts.
cohort <- function(d, expression = NULL, name = NULL) {
  if (is.null(expression) == is.null(name)) stop("Give either an expression or a name.", call. = FALSE)
  if (is.null(name)) return(.diver_cohort(d, expression))
  saved <- .diver_saved(d, "/cohort/info", "cohorts", name, "cohort")
  .diver_cohort(d, .diver_membership(saved$name), saved$cohortid)
}

.diver_cohort <- function(d, expression, id = NULL) {
  structure(list(diver = d, expression = expression, id = id), class = "diver_cohort")
}

.diver_membership <- function(name) paste0('in "', name, '"')

.diver_saved <- function(d, path, field, name, kind) {
  found <- Filter(function(one) tolower(one$name) == tolower(name), diver_call(d, "GET", path)[[field]])
  here <- Filter(function(one) identical(as.numeric(one$projectid), as.numeric(d$project)), found)
  if (length(here) > 0) found <- here
  if (length(found) == 0) stop("There is no ", kind, " ", name, ".", call. = FALSE)
  if (length(found) > 1) stop("Several ", kind, "s have the name ", name, ".", call. = FALSE)
  found[[1]]
}

print.diver_cohort <- function(x, ...) cat("<cohort ", x$expression, ">\n", sep = "")

Ops.diver_cohort <- function(e1, e2) {
  if (.Generic == "!") return(.diver_cohort(e1$diver, paste0("not (", e1$expression, ")")))
  word <- switch(.Generic, "&" = "and", "|" = "or", stop("Cohorts combine by &, | and !.", call. = FALSE))
  .diver_cohort(e1$diver, paste0("(", e1$expression, ") ", word, " (", e2$expression, ")"))
}

#' The rules of the expression, as the builder has them.
rules <- function(x) {
  read <- diver_call(x$diver, "POST", "/cohort/rules/text", list(text = x$expression, projectid = x$diver$project))
  if (is.null(read$rules)) {
    lines <- vapply(read$problems, function(one) paste0(one$line, ":", one$column, " ", one$message), "")
    stop(paste(lines, collapse = "\n"), call. = FALSE)
  }
  read$rules
}

.diver_count <- function(d, rules) {
  split <- diver_call(d, "POST", "/cohort/rules/preview", list(parent_id = 1, rules = rules))$split
  outcomes <- c("match", "no_match", "unknown", "no_record")
  vapply(outcomes, function(field) if (is.null(split[[field]])) NA_real_ else split[[field]], 0)
}

#' The four outcomes in individuals; NA if a count is suppressed.
count <- function(x) .diver_count(x$diver, rules(x))

#' Counts the members of the cohort by each value of a variable; the last row counts those without an answer.
split_by <- function(x, variable) {
  found <- diver_variables(x$diver, variable)[[1]]
  name <- found$variable_name
  group <- rules(x)
  group$version <- NULL
  among <- function(rule) {
    .diver_count(x$diver, list(version = 1, match = "all", count = 1, rules = list(group, rule)))[["match"]]
  }
  rows <- lapply(found$possible_values, function(value) {
    rule <- list(variable_name = name, constraint_type = "EQ", constraint_values = list(value))
    meaning <- found$value_mapping[[value]]
    list(value = value, meaning = if (is.null(meaning)) "" else meaning, individuals = among(rule))
  })
  answered <- list(variable_name = name, constraint_type = "VALID")
  missing <- among(list(match = "none", count = 1, unknown_as = "match", rules = list(answered)))
  .diver_table(c(rows, list(list(value = NA, meaning = "not answered", individuals = missing))))
}

#' Saves the cohort under a name.
save_cohort <- function(x, name, description = "") {
  sent <- list(parent_id = 1, rules = rules(x), name = name, description = description, projectid = x$diver$project)
  made <- diver_call(x$diver, "POST", "/cohort/rules/new", sent)
  .diver_cohort(x$diver, .diver_membership(name), made$new_cohort_id)
}

.diver_id <- function(x) {
  if (is.null(x$id)) stop("Save the cohort first: save_cohort(x, \"A name\").", call. = FALSE)
  x$id
}

#' Numbers and categories of saved cohorts, one row each, cohorts in columns.
table1 <- function(x, variables, ...) {
  ids <- lapply(list(x, ...), .diver_id)
  starts <- seq(1, by = 50, length.out = ceiling(length(variables) / 50))
  rows <- lapply(starts, function(start) {
    some <- as.list(variables[start:min(start + 49, length(variables))])
    described <- diver_call(x$diver, "POST", "/cohort/describe", list(cohortids = ids, variable_names = some))$data
    unlist(lapply(.diver_all_found(unlist(some), described), .diver_described), recursive = FALSE)
  })
  .diver_table(unlist(rows, recursive = FALSE))
}

.diver_described <- function(variable) {
  row <- function(statistic, values) {
    values <- lapply(values, function(one) if (is.null(one)) NA else one)
    names(values) <- paste0("cohort_", seq_along(values))
    c(list(variable = variable$variable_name, statistic = statistic), values)
  }
  of <- function(field) lapply(variable$groups, function(group) group[[field]])
  rows <- list(row("answered", of("answered")))
  categories <- variable$groups[[1]]$categories
  for (place in seq_along(categories)) {
    code <- categories[[place]][[1]]
    meaning <- variable$value_mapping[[code]]
    counts <- lapply(variable$groups, function(group) group$categories[[place]][[2]])
    rows <- c(rows, list(row(if (is.null(meaning)) code else meaning, counts)))
  }
  if (any(!vapply(of("mean"), is.null, TRUE))) rows <- c(rows, list(row("mean", of("mean")), row("sd", of("sd"))))
  rows
}

#' The rows of a variable set as a table, whose columns have the attribute `label`, or in a file.
download <- function(x, variable_set, file = NULL, labels = FALSE) {
  set <- .diver_saved(x$diver, "/variableset/info", "variablesets", variable_set, "variable set")
  prepared <- diver_call(x$diver, "POST", "/cohort/download/new", list(cohortid = .diver_id(x), varsetid = set$varsetid))
  if (is.null(prepared$download_id)) prepared <- prepared[[1]]
  codes <- if (labels) "labels" else "codes"
  query <- list(downloadid = prepared$download_id, filename = "download.csv", codes = codes)
  part <- if (is.null(file)) tempfile() else paste0(file, ".part")
  on.exit(unlink(part))
  .diver_send(x$diver, "GET", "/cohort/downloadstream", NULL, query, part)
  if (!is.null(file)) {
    file.rename(part, file)
    return(invisible(file))
  }
  table <- utils::read.csv(part, check.names = FALSE, encoding = "UTF-8", stringsAsFactors = FALSE)
  for (variable in diver_variables(x$diver, unlist(set$variables))) {
    name <- variable$variable_name
    if (name %in% names(table)) attr(table[[name]], "label") <- variable$question
  }
  table
}

# Projects as text ---------------------------------------------------------------------------------------------------

#' The project as a study file.
diver_export <- function(d) diver_call(d, "GET", "/project/study", query = list(projectid = d$project))$text

#' What a study file would change, with its problems by line.
diver_plan <- function(d, text, remove = FALSE) {
  diver_call(d, "POST", "/project/study/plan", list(text = text, projectid = d$project, remove = remove))
}

#' Changes the project as a study file says, all or nothing; `base` is that of a plan.
diver_apply <- function(d, text, remove = FALSE, base = NULL) {
  sent <- list(text = text, projectid = d$project, remove = remove, base = base)
  diver_call(d, "POST", "/project/study/apply", sent)
}
