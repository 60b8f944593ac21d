# Reference values of against-calls.test.ts (R 4.2.2): r, p, rho, p of all, and of each sample of one member of each family.
x <- c(11, 17, 12, 19, 14, 23, 10, 21, 15, 18, 13, 25)
y <- c(3, 8, 4, 4, 6, 9, 5, 7, 2, 9, 6, 8)
choices <- expand.grid(0:1, 0:1, 0:1)
samples <- c(list(1:12), lapply(seq_len(nrow(choices)), function(row) c(c(1, 3, 5) + unlist(choices[row, ]), 7:12)))
for (kept in samples) {
  pearson <- cor.test(x[kept], y[kept])
  spearman <- cor.test(x[kept], y[kept], method = "spearman", exact = FALSE)
  cat("  [", paste(sprintf("%.12f", c(pearson$estimate, pearson$p.value, spearman$estimate, spearman$p.value)), collapse = ", "), "],\n", sep = "")
}
