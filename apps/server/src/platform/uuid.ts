/** The source of a pattern that matches a UUID in lower case, for a longer pattern to contain. */
export const uuidSource = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const uuid = new RegExp(`^${uuidSource}$`, 'i')

/** Finds every UUID in a text. */
export const uuids = new RegExp(`\\b${uuidSource}\\b`, 'g')

/** Reports whether a text is a UUID: the database would reject any other id with an error. */
export const isUuid = (text: string): boolean => uuid.test(text)
