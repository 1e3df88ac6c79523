import { z } from 'zod'

export const userName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_.-]{3,32}$/u)
export const email = z.email().max(254)
export const password = z.string().min(10).max(128)
export const givenPassword = z.string().min(1).max(1000)
export const sixDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
export const areaCode = z.string().regex(/^\+\d{1,4}$/)
export const phone = z.string().regex(/^\d{4,15}$/)
