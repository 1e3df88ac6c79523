// A venue for tests on QuickFIX, the engine that many venues run: it checks every message against the dictionary of FIX 4.4, keeps its numbers in
// files, and fills orders at the market. Commands on its input, one a line, make faults: `drop` cuts the connection at the next order and forgets
// it, `cut` takes the order first, `part` fills half of the next order, `twice` reports executions twice, `reset` begins the session again,
// `stop` ends. Prints `ready` once it listens, and `order <ClOrdID>` for each order that it takes.
#include <atomic>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/MessageCracker.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/fix44/BusinessMessageReject.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>
#include <quickfix/fix44/OrderStatusRequest.h>
#include <quickfix/fix44/PositionReport.h>
#include <quickfix/fix44/RequestForPositions.h>
#include <quickfix/fix44/RequestForPositionsAck.h>
#include <quickfix/fix44/TradeCaptureReport.h>
#include <quickfix/fix44/TradeCaptureReportRequest.h>
#include <quickfix/fix44/TradeCaptureReportRequestAck.h>

namespace {

struct Order {
  std::string orderId, clOrdId, symbol;
  char side;
  double quantity, executed;
  char status;
};

struct Trade {
  std::string execId;
  Order order;
  double quantity;
  FIX::UtcTimeStamp at;
};

enum class Fault { none, drop, cut };
const double price = 100;

class Venue : public FIX::Application, public FIX::MessageCracker {
 public:
  std::atomic<Fault> fault{Fault::none};
  std::atomic<bool> part{false}, twice{false};

  void onCreate(const FIX::SessionID&) override {}
  void onLogon(const FIX::SessionID&) override {}
  void onLogout(const FIX::SessionID&) override {}
  void toAdmin(FIX::Message&, const FIX::SessionID&) override {}
  void toApp(FIX::Message&, const FIX::SessionID&) throw(FIX::DoNotSend) override {}
  void fromAdmin(const FIX::Message&, const FIX::SessionID&)
      throw(FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {}

  void fromApp(const FIX::Message& message, const FIX::SessionID& session)
      throw(FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue,
            FIX::UnsupportedMessageType) override {
    std::lock_guard<std::mutex> lock(mutex_);
    crack(message, session);
  }

  void onMessage(const FIX44::NewOrderSingle& message, const FIX::SessionID& session) override {
    const Fault now = fault.exchange(Fault::none);
    if (now == Fault::drop) {
      FIX::Session& own = *FIX::Session::lookupSession(session);
      own.disconnect();
      // The engine counts the message after this: as if it had never arrived.
      own.setNextTargetMsgSeqNum(own.getExpectedTargetNum() - 1);
      return;
    }
    FIX::ClOrdID clOrdId;
    FIX::Symbol symbol;
    FIX::Side side;
    FIX::OrderQty quantity;
    message.get(clOrdId);
    message.get(symbol);
    message.get(side);
    message.get(quantity);
    if (orders_.count(clOrdId)) {
      report(orders_[clOrdId], '8', '8', session, FIX::OrdRejReason(6));
      return;
    }
    std::cout << "order " << clOrdId.getString() << std::endl;
    Order order{"o" + std::to_string(orders_.size() + 1), clOrdId, symbol, side, quantity, 0, '0'};
    if (now == Fault::cut) FIX::Session::lookupSession(session)->disconnect();
    report(order, '0', '0', session);
    const double filled = part.exchange(false) ? quantity / 2 : double(quantity);
    fill(order, filled / 2, session);
    fill(order, filled / 2, session);
    if (order.executed < order.quantity) {
      order.status = 'C';
      report(order, 'C', 'C', session);
    }
    orders_[clOrdId] = order;
  }

  void onMessage(const FIX44::OrderStatusRequest& message, const FIX::SessionID& session) override {
    FIX::ClOrdID clOrdId;
    message.get(clOrdId);
    const auto found = orders_.find(clOrdId);
    if (found != orders_.end()) {
      report(found->second, 'I', found->second.status, session, message);
      return;
    }
    FIX::Symbol symbol;
    FIX::Side side;
    message.get(symbol);
    message.get(side);
    report(Order{"NONE", clOrdId, symbol, side, 0, 0, '8'}, 'I', '8', session, message, FIX::OrdRejReason(5));
  }

  void onMessage(const FIX44::TradeCaptureReportRequest& message, const FIX::SessionID& session) override {
    FIX::TradeRequestID id;
    FIX::TradeRequestType type;
    message.get(id);
    message.get(type);
    std::vector<Trade> found;
    for (const Trade& trade : trades_)
      if (!message.isSetField(FIX::FIELD::ClOrdID) ||
          message.getField(FIX::FIELD::ClOrdID) == trade.order.clOrdId)
        found.push_back(trade);
    FIX44::TradeCaptureReportRequestAck ack(id, type, FIX::TradeRequestResult(0), FIX::TradeRequestStatus(0));
    ack.set(FIX::Symbol(message.getField(FIX::FIELD::Symbol)));
    ack.set(FIX::TotNumTradeReports(static_cast<int>(found.size())));
    FIX::Session::sendToTarget(ack, session);
    for (size_t at = 0; at < found.size(); ++at) {
      const Trade& trade = found[at];
      FIX44::TradeCaptureReport report(FIX::TradeReportID("r" + trade.execId), FIX::PreviouslyReported(false),
                                       FIX::LastQty(trade.quantity), FIX::LastPx(price),
                                       FIX::TradeDate("20260101"), FIX::TransactTime(trade.at, 3));
      report.set(id);
      report.set(FIX::ExecType('F'));
      report.set(FIX::ExecID(trade.execId));
      report.set(FIX::Symbol(trade.order.symbol));
      report.set(FIX::LastRptRequested(at + 1 == found.size()));
      FIX44::TradeCaptureReport::NoSides side;
      side.set(FIX::Side(trade.order.side));
      side.set(FIX::OrderID(trade.order.orderId));
      side.set(FIX::ClOrdID(trade.order.clOrdId));
      report.addGroup(side);
      FIX::Session::sendToTarget(report, session);
    }
  }

  void onMessage(const FIX44::RequestForPositions& message, const FIX::SessionID& session) override {
    FIX::PosReqID id;
    FIX::Account account;
    FIX::AccountType accountType;
    FIX::ClearingBusinessDate date;
    message.get(id);
    message.get(account);
    message.get(accountType);
    message.get(date);
    std::map<std::string, double> net;
    for (const Trade& trade : trades_)
      net[trade.order.symbol] += trade.order.side == '1' ? trade.quantity : -trade.quantity;
    FIX44::RequestForPositionsAck ack(FIX::PosMaintRptID("a"), FIX::PosReqResult(net.empty() ? 2 : 0),
                                      FIX::PosReqStatus(0), account, accountType);
    ack.set(id);
    ack.set(FIX::TotalNumPosReports(static_cast<int>(net.size())));
    FIX::Session::sendToTarget(ack, session);
    for (const auto& one : net) {
      const std::string& symbol = one.first;
      const double quantity = one.second;
      FIX44::PositionReport report(FIX::PosMaintRptID("p" + symbol), FIX::PosReqResult(0), date, account,
                                   accountType, FIX::SettlPrice(price), FIX::SettlPriceType(1),
                                   FIX::PriorSettlPrice(price));
      report.set(id);
      report.set(FIX::TotalNumPosReports(static_cast<int>(net.size())));
      report.set(FIX::Symbol(symbol));
      FIX44::PositionReport::NoPositions position;
      position.set(FIX::PosType("TOT"));
      position.set(FIX::LongQty(quantity > 0 ? quantity : 0));
      position.set(FIX::ShortQty(quantity < 0 ? -quantity : 0));
      report.addGroup(position);
      FIX::Session::sendToTarget(report, session);
    }
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Order> orders_;
  std::vector<Trade> trades_;
  int executions_ = 0;

  std::string nextId() { return "x" + std::to_string(++executions_); }

  FIX44::ExecutionReport reportOf(const Order& order, char type, char status, const std::string& execId) {
    FIX44::ExecutionReport report(FIX::OrderID(order.orderId), FIX::ExecID(execId), FIX::ExecType(type),
                                  FIX::OrdStatus(status), FIX::Side(order.side),
                                  FIX::LeavesQty(order.quantity - order.executed), FIX::CumQty(order.executed),
                                  FIX::AvgPx(order.executed > 0 ? price : 0));
    report.set(FIX::ClOrdID(order.clOrdId));
    report.set(FIX::Symbol(order.symbol));
    report.set(FIX::OrderQty(order.quantity));
    report.set(FIX::TransactTime(FIX::UtcTimeStamp(), 3));
    return report;
  }

  void fill(Order& order, double quantity, const FIX::SessionID& session) {
    order.executed += quantity;
    order.status = order.executed < order.quantity ? '1' : '2';
    const Trade trade{nextId(), order, quantity, FIX::UtcTimeStamp()};
    trades_.push_back(trade);
    auto report = reportOf(order, 'F', order.status, trade.execId);
    report.set(FIX::LastQty(quantity));
    report.set(FIX::LastPx(price));
    report.set(FIX::TransactTime(trade.at, 3));
    FIX::Session::sendToTarget(report, session);
    if (twice) {
      report.getHeader().setField(FIX::PossResend(true));
      FIX::Session::sendToTarget(report, session);
    }
  }

  void report(const Order& order, char type, char status, const FIX::SessionID& session) {
    auto message = reportOf(order, type, status, nextId());
    FIX::Session::sendToTarget(message, session);
  }

  void report(const Order& order, char type, char status, const FIX::SessionID& session,
              const FIX::OrdRejReason& reason) {
    auto message = reportOf(order, type, status, nextId());
    message.set(reason);
    FIX::Session::sendToTarget(message, session);
  }

  void report(const Order& order, char type, char status, const FIX::SessionID& session,
              const FIX44::OrderStatusRequest& request) {
    auto message = reportOf(order, type, status, "0");
    message.set(FIX::OrdStatusReqID(request.getField(FIX::FIELD::OrdStatusReqID)));
    FIX::Session::sendToTarget(message, session);
  }

  void report(const Order& order, char type, char status, const FIX::SessionID& session,
              const FIX44::OrderStatusRequest& request, const FIX::OrdRejReason& reason) {
    auto message = reportOf(order, type, status, "0");
    message.set(FIX::OrdStatusReqID(request.getField(FIX::FIELD::OrdStatusReqID)));
    message.set(reason);
    FIX::Session::sendToTarget(message, session);
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "acceptor <port> <folder> <dictionary or ->" << std::endl;
    return 2;
  }
  const std::string dictionary = arguments[3];
  std::ostringstream text;
  text << "[DEFAULT]\nConnectionType=acceptor\nStartTime=00:00:00\nEndTime=00:00:00\nReconnectInterval=1\n"
       << "SocketAcceptPort=" << arguments[1] << "\nSocketReuseAddress=Y\nFileStorePath=" << arguments[2] << "\n"
       << "UseDataDictionary=" << (dictionary == "-" ? "N" : "Y") << "\n";
  if (dictionary != "-") text << "DataDictionary=" << dictionary << "\n";
  text << "[SESSION]\nBeginString=FIX.4.4\nSenderCompID=VENUE\nTargetCompID=CANDOR\n";
  std::istringstream input(text.str());
  const FIX::SessionSettings settings(input);
  Venue venue;
  FIX::FileStoreFactory stores(settings);
  FIX::SocketAcceptor acceptor(venue, stores, settings);
  acceptor.start();
  std::cout << "ready" << std::endl;
  const FIX::SessionID session("FIX.4.4", "VENUE", "CANDOR");
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "drop") venue.fault = Fault::drop;
    if (line == "cut") venue.fault = Fault::cut;
    if (line == "part") venue.part = true;
    if (line == "twice") venue.twice = true;
    if (line == "disconnect") FIX::Session::lookupSession(session)->disconnect();
    if (line == "reset") FIX::Session::lookupSession(session)->reset();
    if (line == "stop") break;
    std::cout << "done " << line << std::endl;
  }
  acceptor.stop(true);
  return 0;
}
