/** Separates thousands in the ten languages; before three digits only, so that a decimal stays. */
export const thousands = /(?<=\d)[.,’\u00a0\u202f ](?=\d{3}(?!\d))/g
