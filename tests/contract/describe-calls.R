# Reference values of describe-calls.test.ts (R 4.2.2): p values of each sample of one member of each family.
numbers <- c(11, 17, 12, 19, 14, 23, 10, 21, 15, 18, 13, 25)
group <- rep(1:2, 6)
choices <- expand.grid(0:1, 0:1, 0:1)
p <- apply(choices, 1, function(choice) {
  kept <- c(c(1, 3, 5) + choice, 7:12)
  x <- numbers[kept]
  g <- factor(group[kept])
  c(means = t.test(x ~ g)$p.value, medians = kruskal.test(x, g)$p.value)
})
cat(sprintf("%s: [%s],\n", rownames(p), apply(p, 1, function(own) paste(sprintf("%.12f", own), collapse = ", "))), sep = "")
