#include "player.hpp"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <condition_variable>
#include <iostream>
#include <thread>

namespace paiju {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

constexpr int kProtocol = 1;
constexpr milliseconds kFirstAnswer = 10s;
constexpr milliseconds kReconnect = 30s;  // where no open table says how long it waits
constexpr milliseconds kHeartbeat = 5s;
constexpr milliseconds kShortestPause = 200ms;
constexpr milliseconds kLongestPause = 3s;
// A stream that holds so long was a return, even if it brought nothing.
constexpr milliseconds kSettled = 3s;
constexpr int kMostAnswers = 200;  // in a message; the referee takes 64 KiB

std::shared_ptr<grpc::Channel> channel(const std::string& address) {
  grpc::ChannelArguments settings;
  settings.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  settings.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  settings.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  settings.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  settings.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 200);
  settings.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1'000);
  settings.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 3'000);
  settings.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), settings);
}

std::string seconds(milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

// Sends a heartbeat every few seconds as long as it lives.
class Heart {
 public:
  explicit Heart(std::function<void()> beat)
      : thread_([this, beat = std::move(beat)] {
          std::unique_lock lock(mutex_);
          while (!stop_.wait_for(lock, kHeartbeat, [this] { return stopped_; })) beat();
        }) {}
  ~Heart() {
    {
      std::scoped_lock lock(mutex_);
      stopped_ = true;
    }
    stop_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace

Player::Player(std::string address, const std::string& token, Act act)
    : address_(std::move(address)),
      token_(token),
      act_(std::move(act)),
      referee_(v1::RefereeService::NewStub(channel(address_))) {}

void Player::run() {
  auto deadline = Clock::now() + kFirstAnswer;
  auto pause = kShortestPause;
  std::string text = "no answer from " + address_ + " within " + seconds(kFirstAnswer);
  for (;;) {
    held_ = false;
    grpc::Status status = hello(deadline);
    if (status.ok()) status = attach();
    if (status.ok()) return;
    check(status);
    if (draining_) return;
    if (held_) {
      deadline = Clock::now() + window();
      pause = kShortestPause;
      text = "the referee at " + address_ + " went away and did not come back within " +
             seconds(window());
      std::cerr << "lost the referee at " << address_ << ", looking for it for "
                << seconds(window()) << "\n";
    }
    if (Clock::now() >= deadline) throw Stop(3, text);
    std::this_thread::sleep_until(std::min<Clock::time_point>(Clock::now() + pause, deadline));
    pause = std::min(2 * pause, kLongestPause);
  }
}

void Player::authorize(grpc::ClientContext& context) const {
  context.AddMetadata("authorization", "Bearer " + token_);
}

grpc::Status Player::hello(Clock::time_point deadline) {
  grpc::ClientContext context;
  authorize(context);
  context.set_wait_for_ready(true);
  context.set_deadline(std::chrono::system_clock::now() +
                       std::max<Clock::duration>(deadline - Clock::now(), kShortestPause));
  v1::HelloRequest request;
  request.set_client("paiju-cpp 0.1");
  request.set_protocol_min(kProtocol);
  request.set_protocol_max(kProtocol);
  v1::HelloResponse response;
  const grpc::Status status = referee_->Hello(&context, request, &response);
  if (status.ok())
    std::cerr << "I am " << response.player() << ", referee " << response.server() << "\n";
  return status;
}

grpc::Status Player::attach() {
  grpc::ClientContext context;
  authorize(context);
  const std::unique_ptr<Stream> stream = referee_->Play(&context);
  std::mutex writing;  // answers and heartbeats come from two threads
  uint32_t last_frame = 0;
  const auto opened = Clock::now();
  v1::PlayRequest first;
  first.mutable_settings()->set_views(v1::VIEWS_ON_DECISION);
  first.mutable_settings()->set_without_events(true);
  stream->Write(first);
  {
    const Heart heart([&] {
      std::scoped_lock lock(writing);
      v1::PlayRequest beat;
      beat.mutable_heartbeat()->set_last_frame(last_frame);
      stream->Write(beat);
    });
    v1::PlayResponse frame;
    try {
      while (stream->Read(&frame)) {
        Outbox outbox;
        read(frame, outbox);
        std::scoped_lock lock(writing);
        last_frame = frame.frame();
        // A write that fails is no matter here: Finish says why.
        for (const v1::PlayRequest& answers : outbox) stream->Write(answers);
      }
    } catch (...) {
      context.TryCancel();
      throw;
    }
  }
  held_ = last_frame > 0 || Clock::now() - opened >= kSettled;
  return stream->Finish();
}

void Player::read(const v1::PlayResponse& frame, Outbox& outbox) {
  for (const v1::Item& item : frame.items()) {
    switch (item.item_case()) {
      case v1::Item::kSeated:
        reconnect_ms_[item.seated().table()] = item.seated().clocks().reconnect_ms();
        break;
      case v1::Item::kDecision:
        ask(item.decision(), outbox);
        break;
      case v1::Item::kVerdict:
        judge(item.verdict(), outbox);
        break;
      case v1::Item::kEnded:
        reconnect_ms_.erase(item.ended().table());
        std::erase_if(asked_,
                      [&](auto& entry) { return entry.first.first == item.ended().table(); });
        break;
      case v1::Item::kDraining:
        draining_ = true;
        break;
      case v1::Item::kSuperseded:
        throw Stop(5, "a newer process of this player has taken over at " + address_);
      default:  // what a later version of the protocol has
        break;
    }
  }
}

namespace {

void answer(const std::string& table, uint32_t decision_id, const v1::Action& action,
            Outbox& outbox) {
  if (outbox.empty() || outbox.back().answers_size() == kMostAnswers) outbox.emplace_back();
  v1::Answer* answer = outbox.back().add_answers();
  answer->set_table(table);
  answer->set_decision_id(decision_id);
  *answer->mutable_action() = action;
}

}  // namespace

void Player::ask(const v1::Decision& decision, Outbox& outbox) {
  auto [entry, is_new] = asked_.try_emplace({decision.table(), decision.decision_id()});
  // Asked again after a loss: the answer was lost, so it is given again.
  if (is_new) entry->second = {act_(decision), decision.default_()};
  answer(decision.table(), decision.decision_id(), entry->second.action, outbox);
}

void Player::judge(const v1::Verdict& verdict, Outbox& outbox) {
  const auto entry = asked_.find({verdict.table(), verdict.decision_id()});
  if (entry == asked_.end()) return;
  const bool is_open =
      verdict.has_refused() ||
      (verdict.has_stale() && verdict.stale().open_decision_id() == verdict.decision_id());
  if (!is_open) {
    asked_.erase(entry);
    return;
  }
  std::cerr << "table " << verdict.table() << ", decision " << verdict.decision_id() << ": refused "
            << verdict.refused().rule() << ": "
            << (verdict.has_refused() ? verdict.refused().text() : verdict.stale().text()) << "\n";
  Asked& asked = entry->second;
  if (asked.action.SerializeAsString() == asked.fallback.SerializeAsString())
    return;  // no other idea: the clock decides
  asked.action = asked.fallback;
  answer(verdict.table(), verdict.decision_id(), asked.action, outbox);
}

// Throws unless the line is only lost.
void Player::check(const grpc::Status& status) const {
  std::string reason;
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
      return;
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
      reason = "refused the token";
      break;
    case grpc::StatusCode::FAILED_PRECONDITION:
      reason = "does not speak version " + std::to_string(kProtocol);
      break;
    default:
      reason = "closed the line";
  }
  throw Stop(4, "the referee at " + address_ + " " + reason + ": " + status.error_message());
}

milliseconds Player::window() const {
  if (reconnect_ms_.empty()) return kReconnect;
  const auto longest =
      std::max_element(reconnect_ms_.begin(), reconnect_ms_.end(),
                       [](auto& one, auto& two) { return one.second < two.second; });
  return milliseconds(longest->second);
}

}  // namespace paiju
