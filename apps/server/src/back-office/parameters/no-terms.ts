/** Reasons that a parameter is no term of a customer's, or cannot be announced: it changes at once. */
export const ownControl = 'how operators watch themselves'
export const guard = 'against abuse, which cannot be told of a day ahead'
export const practiceMoney = 'practice money: what an account has stays, and nothing of it can be paid out'
export const freshRule = 'the same for every customer and in both directions; each receipt states it'
