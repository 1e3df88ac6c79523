/** A file in the operator's folder is not of its kind or ends too early. It is read again once it changes. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList'
}
