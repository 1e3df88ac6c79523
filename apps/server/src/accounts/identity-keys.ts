/** The one form in which two user names or addresses are compared: compatible characters made one, case folded. */
export const compared = (text: string): string => text.trim().normalize('NFKC').toLowerCase()
