import { noticeTopics } from '@candor/rules'
import { z } from 'zod'
import { call } from '../call.ts'
import { id, isoTime } from '../fields.ts'

export const noticeTopic = z.enum(noticeTopics)

/** Channels on which a customer receives the notices of a topic. */
export const noticeChoice = z.object({
  topic: noticeTopic,
  site: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
})
export type NoticeChoiceShown = z.infer<typeof noticeChoice>

export const noticeChoices = z.object({
  choices: z.array(noticeChoice),
  /** Topics that always appear on the site. */
  always: z.array(noticeTopic),
  /** Topics that are always e-mailed. */
  mailed: z.array(noticeTopic),
  /** Public key with which a browser subscribes (VAPID, base64url). */
  pushKey: z.string(),
  /** The browsers in which push is enabled. */
  browsers: z.array(z.object({ id, device: z.string(), endpoint: z.string(), createdAt: isoTime })),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

const own = '/swx/customer/user'
const endpoint = z.url().max(2000)
const base64url = z.string().regex(/^[\w-]{10,200}$/)

export const noticeChoicesCalls = {
  noticeChoices: call({
    method: 'GET',
    path: `${own}/noticeChoices`,
    summary: 'Notification settings: pages, email, web push, and the browsers subscribed to push',
    access: 'customer',
    input: z.object({}),
    result: noticeChoices,
  }),
  saveNoticeChoices: call({
    method: 'POST',
    path: `${own}/noticeChoices`,
    summary: 'Chooses for some topics; what is always said on the pages stays said',
    access: 'customer',
    input: z.object({ choices: z.array(noticeChoice).min(1).max(20) }),
    result: noticeChoices,
  }),
  pushSubscription: call({
    method: 'POST',
    path: `${own}/pushSubscription`,
    summary:
      'Turns this browser on for web push; 11001 at `endpoint` where its push service is none the operator lists',
    access: 'customer',
    input: z.object({
      endpoint,
      keys: z.object({ p256dh: base64url, auth: base64url }),
      device: z.string().trim().min(1).max(100),
    }),
    result: noticeChoices,
  }),
  removePushSubscription: call({
    method: 'POST',
    path: `${own}/removePushSubscription`,
    summary: 'Turns a browser off',
    access: 'customer',
    input: z.object({ endpoint }),
    result: noticeChoices,
  }),
} as const
