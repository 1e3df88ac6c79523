import { expect, test } from 'vitest'
import { calls } from './calls.ts'

/** Specification §7, with the name the contract has for each: the two of one name differ by whose artworks they list. */
const specified = `
GET /swx/customer/login/checkUserNameOrPhone
POST /swx/customer/login/register
POST /swx/customer/login/forget
POST /swx/customer/login/login
POST /swx/customer/login/sendCode
POST /swx/customer/login/sendSmsCode
POST /swx/customer/login/loginByGoogle
GET /swx/customer/index/listMarketByType
GET /swx/customer/index/getKValueByCodeAndDate
GET /swx/customer/index/getMarketInfo/{id}
GET /swx/customer/index/listContents/{language}/{type}
GET /swx/customer/index/getContentsById/{id}
GET /swx/customer/index/getParamByKey/{key}
GET /swx/customer/index/listNft
POST /swx/customer/order/buySmart
GET /swx/customer/order/listSmartOrder
POST /swx/customer/order/buyOptions
GET /swx/customer/order/getOptionsOrderById/{id}
GET /swx/customer/order/listOptionsOrder
POST /swx/customer/user/identification
POST /swx/customer/user/getUserInfo
POST /swx/customer/user/recharge
POST /swx/customer/user/withdrawal
POST /swx/customer/user/buyNft
GET /swx/customer/user/listNft
POST /swx/customer/user/loan
GET /swx/customer/user/listRecharge
GET /swx/customer/user/listWithdrwal
GET /swx/customer/user/listLoanRecord
POST /swx/customer/user/repassword
POST /swx/customer/user/upload
POST /swx/customer/user/updateBankInfo`
  .trim()
  .split('\n')

test('specification §7: each of its calls is in the contract under its method and path', () => {
  const ours = new Set(Object.values(calls).map(({ method, path }) => `${method} ${path}`))
  expect(specified.filter((one) => !ours.has(one))).toEqual([])
})
