# Reference values of group-tests.test.ts (R 4.2.2).
groups <- list(c(11, 17, 12, 19, 14), c(23, 10, 21, 15, 18, 13), c(25, 31, 22, 40))
x <- unlist(groups)
g <- factor(rep(seq_along(groups), lengths(groups)))
welch <- oneway.test(x ~ g)
cat(sprintf("%.10f", welch$statistic), sprintf("%.12f", welch$p.value), "\n")
cat(sprintf("%.12f", chisq.test(matrix(c(12, 9, 20, 15, 8, 30), 2, byrow = TRUE))$p.value), "\n")
