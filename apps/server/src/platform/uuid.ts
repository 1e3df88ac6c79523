const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reports whether a text is a UUID: the database would reject any other id with an error. */
export const isUuid = (text: string): boolean => uuid.test(text)
